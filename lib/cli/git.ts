import { serveGitCalls } from "@/lib/platform/vcs/git-calls";

/** The program that runs git for the others; see `lib/platform/vcs/git-process.ts`. */
serveGitCalls();
