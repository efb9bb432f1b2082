/** The part of autocannon that the measurements use. */
declare module 'autocannon' {
  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Seconds. */
    readonly timeout: number;
    readonly requests: readonly { readonly method: 'GET'; readonly path: string }[];
    readonly headers: Readonly<Record<string, string>>;
  }
  export interface Result {
    readonly '2xx': number;
    readonly '3xx': number;
    readonly '4xx': number;
    readonly '5xx': number;
    readonly errors: number;
    /** Seconds. */
    readonly duration: number;
  }
  // biome-ignore lint/style/noDefaultExport: the package has only a default export.
  export default function autocannon(options: Options): Promise<Result>;
}
