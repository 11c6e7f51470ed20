"use client";

/** The last resort, when the frame of the page itself failed; it stands alone. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <head>
        <title>Something went wrong — Loquat</title>
      </head>
      <body>
        <main>
          <h1>Something went wrong here</h1>
          <p>500: the server encountered an error. Reload the page in a moment.</p>
          {error.digest ? <p>Number: {error.digest}</p> : null}
          <p>
            <a href="/">Home</a>
          </p>
        </main>
      </body>
    </html>
  );
}
