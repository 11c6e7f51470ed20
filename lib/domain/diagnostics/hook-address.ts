/** Detail of a notification that matched nothing, and names the repository of these components at another address. */
export const OTHER_ADDRESS = "other-address";
