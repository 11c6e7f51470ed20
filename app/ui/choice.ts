/** One of what a list offers. */
export interface Choice {
  value: string;
  label: string;
}
