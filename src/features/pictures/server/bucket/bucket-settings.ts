/** An S3-compatible store, and the site's credentials for it. */
export interface BucketSettings {
  /** Without a trailing slash, such as `https://s3.example.org`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
  /** Whether the bucket's name is in the path rather than in the host name. */
  readonly hasPathStyle: boolean;
}
