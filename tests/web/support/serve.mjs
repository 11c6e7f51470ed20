// A file of its own: what is given to node with --eval would be handed on to the worker that the server starts.
const { serve } = await import(new URL(`file://${process.argv[2]}`).href);
await serve({ dev: false, demo: false });
