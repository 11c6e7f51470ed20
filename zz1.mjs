export { useWindowVirtualizer, Virtualizer, WindowVirtualizer } from "virtua";
