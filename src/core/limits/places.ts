import type { Network } from './rate-limit.ts';

export interface Places {
  /**
   * Takes a place for a client.
   * @param networks the result of `networksOf`; none for a client that only the total limits
   * @returns gives the place back; undefined when the client, one of its networks or all together have too many
   */
  take(networks: readonly Network[]): (() => void) | undefined;
}

/** Limits what clients hold for a while, such as connections: in total and for each network. */
export function createPlaces({ perAddress, inAll }: { perAddress: number; inAll: number }): Places {
  const taken = new Map<string, number>();
  let all = 0;

  const hasRoom = ({ id, times, share }: Network) =>
    (taken.get(id) ?? 0) < Math.min(perAddress * times, Math.ceil(inAll * share));

  return {
    take(networks) {
      if (all >= inAll || !networks.every(hasRoom)) return undefined;
      all += 1;
      for (const { id } of networks) taken.set(id, (taken.get(id) ?? 0) + 1);
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        all -= 1;
        for (const { id } of networks) {
          const left = (taken.get(id) ?? 1) - 1;
          if (left === 0) taken.delete(id);
          else taken.set(id, left);
        }
      };
    },
  };
}
