import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

const withinMs = 1_000;

/** Adds up the metrics of threads or processes, which respond to messages. */
export interface MetricsCollector {
  /** Call it with each reply. */
  receive(question: number, values: MetricValues): void;
  /**
   * Asks all of them, and adds up the values of those that respond in time.
   * @param own values of this process
   * @returns the text format of Prometheus
   */
  write(own?: MetricValues): Promise<string>;
}

/** @param ask sends the number of a question to each, and returns how many they are */
export function createMetricsCollector(ask: (question: number) => number): MetricsCollector {
  const waiting = new Map<number, (values: MetricValues) => void>();
  let question = 0;
  return {
    receive: (to, values) => waiting.get(to)?.(values),
    async write(own) {
      question += 1;
      const current = question;
      const collected: MetricValues[] = [];
      const all = Promise.withResolvers<void>();
      let count = Number.POSITIVE_INFINITY;
      waiting.set(current, (values) => {
        if (collected.push(values) === count) all.resolve();
      });
      count = ask(current);
      if (count === 0) all.resolve();
      const late = setTimeout(all.resolve, withinMs);
      await all.promise;
      clearTimeout(late);
      waiting.delete(current);
      return AggregatorRegistry.aggregate(own ? [own, ...collected] : collected).metrics();
    },
  };
}
