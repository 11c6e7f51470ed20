"use client";

/** The mark: two loquats, the cut one with a seed like a quotation mark, one leaf. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M15.6 9.6C16.2 5.4 19.6 2.6 26.4 2.4C26.2 7.8 22.6 10.6 15.6 9.6Z" fill="var(--primary, #136147)" />
      <path
        d="M13.6 9.2C7.2 9.2 3 13.6 3 19.4C3 25.4 7.4 29.6 13.6 29.6C15 29.6 16 29.4 17 29C14.6 26.8 13.2 23.6 13.2 19.6C13.2 15.4 14.8 12 17.2 9.8C16.2 9.4 15 9.2 13.6 9.2Z"
        fill="#f7a745"
      />
      <path
        d="M20.4 11C25.6 11 29 14.8 29 19.8C29 25.2 25.4 29 20.4 29C18.9 29 17.7 28.7 16.6 28.1C14.9 26 14 23.2 14 19.8C14 16.4 15 13.5 16.8 11.6C17.9 11.2 19.1 11 20.4 11Z"
        fill="#b05915"
      />
      <path
        d="M21.6 16.4C23.8 17.4 24.9 19.1 24.9 21.1C24.9 23 23.7 24.3 22 24.3C20.4 24.3 19.2 23.2 19.2 21.7C19.2 20.3 20.2 19.3 21.7 19.2C21.9 18.5 21.6 17.6 20.7 17.1Z"
        fill="#fff7ea"
      />
    </svg>
  );
}
