/** Kinds of images that screenshots can be. */
export const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** The first picture of what was pasted, dropped or chosen. */
export const pictureOf = (files: FileList | null | undefined): File | undefined =>
  [...(files ?? [])].find((file) => PICTURES.includes(file.type));
