/** An address without the user name and password that may stand in it. */
export function withoutAccount(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]{0,20}:\/\/)[^@/]{1,300}@/i, "$1");
}
