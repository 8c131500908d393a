/**
 * Networks with many client addresses, as `groupAddress` returns them: the nth, by how much their limit is higher than
 * that of one, and an address beside them.
 */
export const addressesOf = [
  {
    name: 'a /48',
    nth: (at: number) => `2001:db8:1:${(((at * 257) % 65_535) + 1).toString(16)}::/64`,
    times: 16,
    other: '2001:db8:2:0::/64',
  },
  {
    name: 'a /56',
    nth: (at: number) => `2001:db8:1:${(at % 256).toString(16)}::/64`,
    times: 4,
    other: '2001:db8:1:100::/64',
  },
  { name: 'a /24', nth: (at: number) => `192.0.2.${at % 256}`, times: 16, other: '198.51.100.1' },
];
