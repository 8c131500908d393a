import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createBodyWriter } from '../library/body-file.ts';
import { startSha256 } from '../library/digest.ts';
import { type Block, partKey } from '../library/part-cache.ts';
import type { EarlierParts } from '../release/earlier-parts.ts';
import { createSpool, type Place } from './spool.ts';

/** The texts of an article. */
interface Texts {
  slug: string;
  place: Place;
  digest: string;
}

/** Files of texts, and where those of each article begin if the files were one after the other. */
interface BodyFiles {
  /** Paths inside the folder. */
  files: string[];
  starts: ReadonlyMap<string, number>;
  /** How long they are together. */
  bytes: number;
}

/**
 * Collects the texts of articles, which wait in the cache of parts or in a file, and writes those of some articles into
 * a file together, unless an earlier release has it.
 * @param about.name folder of these files in `folder`
 * @param about.earlier releases that may have the same files
 */
export function createBodyFiles(
  folder: string,
  { name, earlier }: { name: string; earlier: Pick<EarlierParts, 'take'> | undefined },
) {
  const spool = createSpool(join(folder, `${name}-texts`));
  const texts = new Map<string, Texts>();
  return {
    /** @param about.digest that of the bytes: a file is named by those of its articles */
    add(slug: string, about: { bytes: Uint8Array | Block; digest: string }): void {
      const { bytes, digest } = about;
      texts.set(slug, { slug, place: spool.add(bytes), digest });
    },
    /** @param groups slugs; those without texts are left out */
    async write(groups: readonly (readonly string[])[]): Promise<BodyFiles> {
      mkdirSync(join(folder, name));
      const files: string[] = [];
      const starts = new Map<string, number>();
      let bytes = 0;
      for (const group of groups) {
        const own: Texts[] = [];
        for (const slug of group) {
          const known = texts.get(slug);
          if (!known) continue;
          own.push(known);
          starts.set(slug, bytes);
          bytes += known.place.length;
        }
        if (own.length === 0) continue;
        const file = `${name}/${partKey('texts', ...own.flatMap(({ slug, digest }) => [slug, digest]))}`;
        files.push(file);
        if (!(await earlier?.take(file, folder))) writeTexts(join(folder, file), own);
      }
      spool.close();
      return { files, starts, bytes };
    },
    /** Removes what is left of a build that failed. */
    close: spool.close,
  };

  function writeTexts(path: string, own: readonly Texts[]): void {
    const { addBytes, end, close } = createBodyFile(path);
    try {
      for (const { place } of own) addBytes(spool.read(place));
      end();
    } finally {
      close();
    }
  }
}

/**
 * Creates a file of texts that says at its end how long it is and what is in it.
 * @param start how many bytes are in the files before it
 */
export function createBodyFile(path: string, start = 0) {
  const file = openSync(path, 'wx');
  const hash = startSha256();
  let bytes = start;
  const { end, ...writer } = createBodyWriter((piece) => {
    hash.update(piece);
    for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
    bytes += piece.length;
  }, start);
  return {
    ...writer,
    end() {
      end();
      return { bytes, digest: `sha256:${hash.digest('hex')}` };
    },
    close: () => closeSync(file),
  };
}
