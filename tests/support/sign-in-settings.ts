import { environment, readEnvironment, setEnvironment } from "@/lib/platform/environment";

/** Sets what the environment says of signing in; gives the way back. */
export function useSignIn(variables: Record<string, string>): () => void {
  const before = environment();
  setEnvironment({ ...before, signIn: readEnvironment({ NODE_ENV: "test", ...variables }).signIn });
  return () => setEnvironment(before);
}
