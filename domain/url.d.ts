/*
 * The part of `URL` that the domain uses: browsers and Node both have it, but TypeScript declares it only in their own
 * types, which the domain must not use.
 */
interface URL {
  readonly origin: string;
  readonly pathname: string;
  readonly searchParams: Iterable<[string, string]>;
}

declare const URL: new (text: string) => URL;
