import { z } from 'zod';
import type { MetricValues } from '../process/metrics-collector.ts';

/** Messages of the host process to the process of a publication. A connection comes with its socket. */
export const ToPublication = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connection'), bytes: z.string(), remoteAddress: z.string().optional() }),
  z.object({ kind: z.literal('hosts'), hosts: z.array(z.string()) }),
  z.object({ kind: z.literal('stop'), isForRoom: z.boolean() }),
  z.object({ kind: z.literal('reload') }),
  z.object({ kind: z.literal('tell-metrics'), question: z.int() }),
]);
export type ToPublication = z.infer<typeof ToPublication>;

/**
 * Messages back: `taken` for each connection, in their order; `use` once a second while requests arrive or responses
 * are not complete.
 */
export const FromPublication = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('serving') }),
  z.object({ kind: z.literal('taken') }),
  z.object({ kind: z.literal('use'), isUsed: z.boolean(), active: z.int(), waiting: z.int() }),
  z.object({ kind: z.literal('metrics'), question: z.int(), values: z.custom<MetricValues>(Array.isArray) }),
]);
export type FromPublication = z.infer<typeof FromPublication>;
