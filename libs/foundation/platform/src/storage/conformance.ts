import { text } from 'node:stream/consumers';
import { FileMissing, InvalidPath, newPath, type Storage } from './storage';

/** Tests that every implementation of `Storage` must pass. */
export function storageConformance(
  name: string,
  engine: {
    storage: () => Storage;
    /** Whether the storage refuses a changed URL; a fake may not. True by default. */
    checksSignatures?: boolean;
    /** Fetches a URL that the storage signed. */
    fetch: (url: string) => Promise<{
      status: number;
      body: Buffer;
      contentType: string | null;
      disposition: string | null;
    }>;
  },
): void {
  describe(`files in ${name}`, () => {
    test('a file is returned unchanged', async () => {
      const path = newPath();
      const body = Buffer.from([0, 1, 254, 255, 13, 10]);
      await engine.storage().put(path, body, 'application/octet-stream');
      expect(await engine.storage().get(path)).toEqual(body);
    });

    test('a file can be read as a stream', async () => {
      const path = newPath();
      await engine.storage().put(path, Buffer.from('Hello'), 'text/plain');
      expect(await text(await engine.storage().stream(path))).toBe('Hello');
      expect(await text(await engine.storage().stream(path, 2))).toBe('llo');
    });

    test('a file may be empty', async () => {
      const path = newPath();
      await engine.storage().put(path, Buffer.of(), 'text/plain');
      expect(await engine.storage().get(path)).toEqual(Buffer.of());
    });

    test('a second write replaces a file', async () => {
      const path = newPath();
      await engine.storage().put(path, Buffer.from('a longer one'), 'text/plain');
      await engine.storage().put(path, Buffer.from('short'), 'text/plain');
      expect(String(await engine.storage().get(path))).toBe('short');
    });

    test('reading a missing file throws FileMissing', async () => {
      await expect(engine.storage().get(newPath())).rejects.toThrow(FileMissing);
      await expect(engine.storage().stream(newPath())).rejects.toThrow(FileMissing);
    });

    test('a deleted file no longer exists, and deleting it again is no error', async () => {
      const path = newPath();
      await engine.storage().put(path, Buffer.from('x'), 'text/plain');
      await engine.storage().delete(path);
      await engine.storage().delete(path);
      await expect(engine.storage().get(path)).rejects.toThrow(FileMissing);
    });

    test('all files are listed, each once, with their sizes', async () => {
      const wanted = new Map<string, number>();
      for (let size = 0; size < 5; size++) wanted.set(newPath(), size);
      for (const [path, size] of wanted) await engine.storage().put(path, Buffer.alloc(size), 'text/plain');
      const gone = newPath();
      await engine.storage().put(gone, Buffer.from('x'), 'text/plain');
      await engine.storage().delete(gone);
      const listed: { path: string; size: number }[] = [];
      for await (const file of engine.storage().list()) listed.push(file);
      const ours = listed.filter(({ path }) => wanted.has(path));
      expect(new Map(ours.map(({ path, size }) => [path, size]))).toEqual(wanted);
      expect(ours).toHaveLength(wanted.size);
      expect(listed.map(({ path }) => path)).not.toContain(gone);
    });

    test.each([
      '',
      '/etc/passwd',
      '../x',
      'a/../../x',
      'a//b',
      './x',
      'a/.',
      'a\\b',
      'a\0b',
      '.hidden',
      '%2e%2e/x',
    ])('a file cannot have a path like %j', async (path) => {
      const storage = engine.storage();
      const file = { contentType: 'text/plain', inline: false };
      await expect(storage.put(path, Buffer.from('x'), 'text/plain')).rejects.toThrow(InvalidPath);
      await expect(storage.get(path)).rejects.toThrow(InvalidPath);
      await expect(storage.stream(path)).rejects.toThrow(InvalidPath);
      await expect(storage.delete(path)).rejects.toThrow(InvalidPath);
      await expect(storage.signedUrl(path, file)).rejects.toThrow(InvalidPath);
    });

    test('a signed URL opens a file with its type and name', async () => {
      const path = newPath();
      await engine.storage().put(path, Buffer.from('%PDF'), 'application/pdf');
      const url = await engine
        .storage()
        .signedUrl(path, { contentType: 'application/pdf', fileName: 'Zoë "1".pdf', inline: true });
      expect(await engine.fetch(url)).toEqual({
        status: 200,
        body: Buffer.from('%PDF'),
        contentType: 'application/pdf',
        disposition: `attachment; filename="Zo_ _1_.pdf"; filename*=UTF-8''Zo%C3%AB%20%221%22.pdf`,
      });
    });

    const signed = engine.checksSignatures === false ? test.skip : test;
    signed('do not open by a URL that was changed', async () => {
      const path = newPath();
      await engine.storage().put(path, Buffer.from('<script>'), 'text/html');
      const url = await engine.storage().signedUrl(path, { contentType: 'image/png', inline: true });
      expect((await engine.fetch(url.replace('png', 'gif'))).status).toBe(403);
      expect((await engine.fetch(url.slice(0, -1))).status).toBe(403);
      expect((await engine.fetch(url.split('?')[0]!)).status).toBe(403);
    });
  });
}
