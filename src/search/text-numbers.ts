/**
 * Numbers texts by their hashes: a merge of segments meets each word of a library once for each segment, and to look up
 * a hash that is in the segment takes a tenth of the time that the word itself takes. Of a million words, two have the
 * same hash of 64 bits in one of forty million libraries; one of them would then be found by the other.
 */

const hashNumbers = 2;

/** The hashes of some texts, one after the other: two FNV-1a over UTF-16 units, and the finish of MurmurHash3. */
export function hashTexts(texts: readonly string[]): Uint32Array {
  const hashes = new Uint32Array(hashNumbers * texts.length);
  for (let number = 0; number < texts.length; number += 1) {
    const text = texts[number] ?? '';
    let [one, other] = [0x811c9dc5, 0x050c5d1f];
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      one = Math.imul(one ^ unit, 0x01000193);
      other = Math.imul(other ^ unit, 0x5bd1e995);
      other ^= other >>> 13;
    }
    hashes[hashNumbers * number] = finishHash(one);
    hashes[hashNumbers * number + 1] = finishHash(other ^ text.length);
  }
  return hashes;
}

/** The finish of MurmurHash3: similar texts get hashes of 32 bits that are far apart. */
export function finishHash(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Numbers texts as they are met, by their hashes. */
export function createTextNumbers() {
  /** Hashes by the number of the text. */
  let hashes = new Uint32Array(hashNumbers * 4_096);
  /** Numbers, from 1 on, by the first of the hashes: open addressing, half of the places are free. */
  let places = new Uint32Array(2 * 4_096);
  let count = 0;

  function grow(): void {
    const larger = new Uint32Array(2 * hashes.length);
    larger.set(hashes);
    hashes = larger;
    places = new Uint32Array(2 * places.length);
    for (let number = 0; number < count; number += 1)
      places[findPlace(hashes[hashNumbers * number] ?? 0, hashes[hashNumbers * number + 1] ?? 0)] = number + 1;
  }

  /** @returns the place of a text, or the free one where it belongs */
  function findPlace(one: number, other: number): number {
    const mask = places.length - 1;
    let place = one & mask;
    for (let found = places[place] ?? 0; found !== 0; found = places[place] ?? 0) {
      const at = hashNumbers * (found - 1);
      if (hashes[at] === one && hashes[at + 1] === other) return place;
      place = (place + 1) & mask;
    }
    return place;
  }

  return {
    /** The hashes of the texts by their numbers. */
    hashes: () => hashes.subarray(0, hashNumbers * count),
    /**
     * @param number the position of a text in `from`, the output of `hashTexts`
     * @returns for a new text, how many were met before
     */
    numberOf(from: Uint32Array, number: number): number {
      const [one, other] = [from[hashNumbers * number] ?? 0, from[hashNumbers * number + 1] ?? 0];
      const found = places[findPlace(one, other)] ?? 0;
      if (found !== 0) return found - 1;
      if (2 * (count + 1) > places.length) grow();
      hashes[hashNumbers * count] = one;
      hashes[hashNumbers * count + 1] = other;
      places[findPlace(one, other)] = count + 1;
      count += 1;
      return count - 1;
    },
  };
}

/**
 * Finds the numbers that some texts have in lists.
 * @param all hashes of the texts of all lists, each once
 * @returns gives the numbers of the texts of a list, by its hashes
 */
export function openTextNumbers(all: Uint32Array): (hashes: Uint32Array) => Uint32Array {
  const { numberOf } = createTextNumbers();
  const numberAll = (hashes: Uint32Array) =>
    Uint32Array.from({ length: hashes.length / hashNumbers }, (_, at) => numberOf(hashes, at));
  numberAll(all);
  return numberAll;
}
