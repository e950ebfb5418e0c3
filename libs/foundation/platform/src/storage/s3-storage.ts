import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandOutput,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Config } from '../config/config';
import { contentTypeOf, dispositionOf } from './disposition';
import { checkPath, FileMissing, Storage, StorageUnusable, type SignedFile } from './storage';

const OPENS_SECONDS = 5 * 60;
/** Time limit in ms, including the client's retries. */
const CHECK_TIMEOUT_MS = 2_500;
/**
 * Object that `check` writes and reads: with keys that may not list the bucket, a read of a missing object gives no
 * useful error.
 */
const PROBE = 'parley-check';

/**
 * Files in a bucket of any S3-compatible storage, which serves them by signed URLs. The bucket itself stays private.
 */
export class S3Storage extends Storage {
  private readonly client: S3Client;
  private readonly bucket: string;
  /** Whether this process has written the probe. */
  private hasProbe = false;

  constructor(private readonly settings: NonNullable<Config['s3']>) {
    super();
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
    this.bucket = bucket;
    // Operators of a container image cannot change the version of Node, so the client's warning about it is disabled.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
    this.client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Some compatible storages do not support a host name per bucket or the newer checksums.
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(path: string, body: Buffer, contentType: string): Promise<void> {
    await this.client.send(
      new PutObjectCommand({
        ...this.object(path),
        Body: body,
        ContentType: contentTypeOf({ contentType, inline: false }),
      }),
    );
  }

  async get(path: string): Promise<Buffer> {
    const { Body } = await this.fetch(path);
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  }

  async stream(path: string, from = 0): Promise<Readable> {
    const { Body } = await this.fetch(path, from);
    if (!Body) throw new FileMissing(path);
    return Body as Readable;
  }

  async delete(path: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.object(path)));
  }

  async signedUrl(path: string, file: SignedFile): Promise<string> {
    const command = new GetObjectCommand({
      ...this.object(path),
      ResponseContentType: contentTypeOf(file),
      ResponseContentDisposition: dispositionOf(file),
    });
    return getSignedUrl(this.client, command, { expiresIn: OPENS_SECONDS });
  }

  async check(): Promise<void> {
    const { bucket, endpoint } = this.settings;
    try {
      await this.probe(AbortSignal.timeout(CHECK_TIMEOUT_MS));
    } catch (error) {
      const { name, $metadata, code } = error as S3ServiceException & { code?: string };
      const { host } = new URL(endpoint);
      switch ($metadata?.httpStatusCode) {
        case 401:
        case 403:
          throw new StorageUnusable(
            `The storage at ${host} refuses the bucket "${bucket}" (${name}): correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or let them read, write and delete its objects.`,
          );
        case 404:
          throw new StorageUnusable(
            `There is no bucket "${bucket}" at ${host}: create it, or correct S3_BUCKET.`,
          );
        default:
          throw new StorageUnusable(
            `The storage at ${host} does not answer (${code ?? name}): start it, or correct S3_ENDPOINT.`,
          );
      }
    }
  }

  /**
   * Reads the probe, and writes it once or after a deletion: each write would add a version to a versioned bucket.
   */
  private async probe(abortSignal: AbortSignal): Promise<void> {
    const object = this.object(PROBE);
    const read = async () => {
      const { Body } = await this.client.send(new GetObjectCommand(object), { abortSignal });
      await Body?.transformToByteArray();
    };
    const isReadable =
      this.hasProbe &&
      (await read().then(
        () => true,
        () => false,
      ));
    if (isReadable) return;
    await this.client.send(new PutObjectCommand({ ...object, Body: 'ok' }), { abortSignal });
    await read();
    this.hasProbe = true;
  }

  async *list(): AsyncIterable<{ path: string; size: number }> {
    for (let token: string | undefined, isMore = true; isMore;) {
      const page = await this.client.send(
        new ListObjectsV2Command({ Bucket: this.bucket, ContinuationToken: token }),
      );
      for (const { Key, Size } of page.Contents ?? [])
        if (Key && Key !== PROBE) yield { path: Key, size: Size ?? 0 };
      token = page.NextContinuationToken;
      isMore = token !== undefined;
    }
  }

  private async fetch(path: string, from = 0): Promise<GetObjectCommandOutput> {
    const range = from > 0 ? { Range: `bytes=${from}-` } : {};
    try {
      return await this.client.send(new GetObjectCommand({ ...this.object(path), ...range }));
    } catch (error) {
      throw error instanceof NoSuchKey ? new FileMissing(path) : error;
    }
  }

  private object(path: string): { Bucket: string; Key: string } {
    checkPath(path);
    return { Bucket: this.bucket, Key: path };
  }
}
