/** The service's own identity, the committer of every commit. */
export const COMMITTER = { name: "Loquat", email: "noreply@loquat" };
