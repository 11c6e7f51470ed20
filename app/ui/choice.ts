/** One of what a list offers. */
export interface Choice {
  value: string;
  label: string;
  /** By what else it is found, where it is found by typing. */
  also?: string;
}
