import { type EarlierParts, openPreviousParts } from '../../src/release/earlier-parts.ts';

/**
 * Stands for the releases before a build.
 * @param earlier a folder that may have the same parts
 * @returns `linked` lists those that were taken
 */
export function openEarlierFolder(earlier: string | undefined): Pick<EarlierParts, 'take'> & { linked: string[] } {
  const linked: string[] = [];
  const previous = earlier === undefined ? undefined : openPreviousParts(earlier);
  return {
    linked,
    async take(name, folder) {
      const isTaken = (await previous?.take(name, folder)) ?? false;
      if (isTaken) linked.push(name);
      return isTaken;
    },
  };
}
