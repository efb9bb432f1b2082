/** A store that speaks S3, and who the site is to it. */
export interface BucketSettings {
  /** Without a trailing slash, such as `https://s3.example.org`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
  /** Whether the bucket stands in the path, and not in the host's name. */
  readonly hasPathStyle: boolean;
}
