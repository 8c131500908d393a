import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/library/digest.ts';
import type { ObjectStore } from '../../src/release-store/object-store.ts';
import { folderOfTest } from '../support/folders.ts';

/**
 * The suite that every engine of the release store passes.
 * @param open an empty place, the same one at each call
 */
export function describeObjects(name: string, open: () => Promise<ObjectStore>): void {
  describe(name, () => {
    let objects: ObjectStore;
    const read = async (name: string) => {
      const body = await objects.get(name);
      return body && text(body);
    };
    const list = async (prefix: string, after?: string) => {
      const found = [];
      for await (const object of objects.list(prefix, after)) found.push(object);
      return found;
    };
    const put = (name: string, bytes: string | Buffer) => {
      const path = join(folderOfTest(), 'file');
      writeFileSync(path, bytes);
      return objects.putFile(name, { path, digest: sha256(bytes) });
    };
    beforeAll(async () => {
      objects = await open();
    });

    it('returns nothing for an object that does not exist, and lists none', async () => {
      expect(await objects.get('parts/none')).toBeUndefined();
      expect(await list('nowhere/')).toEqual([]);
      await objects.remove('parts/none');
    });

    it('stores files of any size, and replaces one of the same name', async () => {
      const large = Buffer.alloc(3_000_000, 'research ');
      await put('files/large', large);
      const body = await objects.get('files/large');
      expect(body && sha256(await buffer(body))).toBe(sha256(large));
      await put('files/large', 'small');
      expect(await read('files/large')).toBe('small');
      await put('files/empty', '');
      expect(await read('files/empty')).toBe('');
    });

    it('creates an object once, also of twenty that try at the same moment', async () => {
      const tries = Array.from({ length: 20 }, (_, index) => objects.create('pointers/one', `writer ${index}`));
      const outcomes = await Promise.all(tries);
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect(await read('pointers/one')).toBe(`writer ${outcomes.indexOf(true)}`);
      expect(await objects.create('pointers/one', 'late')).toBe(false);
    });

    it('lists in the order of names, behind a name, with size and time', async () => {
      for (const name of ['c', 'a', 'b']) await put(`list/${name}`, name.repeat(3));
      expect((await list('list/')).map((object) => object.name)).toEqual(['list/a', 'list/b', 'list/c']);
      expect((await list('list/', 'list/a')).map((object) => object.name)).toEqual(['list/b', 'list/c']);
      const [first] = await list('list/b');
      expect(first).toMatchObject({ name: 'list/b', bytes: 3 });
      expect(Math.abs(Date.now() - (first?.writtenAt ?? 0))).toBeLessThan(60_000);
    });

    it('removes an object', async () => {
      await put('files/short', 'lived');
      await objects.remove('files/short');
      expect(await objects.get('files/short')).toBeUndefined();
    });
  });
}
