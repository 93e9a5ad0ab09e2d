/*
 * The part of `URL` that the domain uses: browsers and Node both have it, but TypeScript only knows it from their own
 * types, which the domain must not see.
 */
interface URL {
  readonly origin: string;
  readonly pathname: string;
  readonly searchParams: { get(name: string): string | null };
}

declare const URL: new (text: string) => URL;
