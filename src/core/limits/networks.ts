/** A network that an IP address belongs to, and how much more than one address it may take. */
export interface Network {
  id: string;
  /** Its limit as a multiple of the limit of one address. */
  times: number;
  /** The largest part of something scarce, such as all open connections, that it may hold. */
  share: number;
}

/**
 * The networks that a client address is counted in, the narrowest first. The holder of many must not take
 * everything: an IPv6 customer has 256 (/56) or 65,536 (/48) networks of 64 bits. A university or an office behind one
 * of these has room for sixteen callers that reach their limits at the same time.
 *
 * @param clientAddress the result of `groupAddress`; anything else belongs to no wider network
 */
export function networksOf(clientAddress: string): readonly Network[] {
  const one = { id: clientAddress, times: 1, share: 1 };
  if (clientAddress.endsWith('::/64')) {
    const [first, second, third, fourth = ''] = clientAddress.slice(0, -'::/64'.length).split(':');
    const wide = `${first}:${second}:${third}`;
    return [
      one,
      { id: `${wide}:${fourth.length > 2 ? fourth.slice(0, -2) : '0'}00::/56`, times: 4, share: 1 / 4 },
      { id: `${wide}::/48`, times: 16, share: 1 / 2 },
    ];
  }
  const end = clientAddress.lastIndexOf('.');
  return end < 0 ? [one] : [one, { id: `${clientAddress.slice(0, end)}.0/24`, times: 16, share: 1 / 2 }];
}
