import { createServer, type Server } from 'node:http';
import {
  Counter,
  collectDefaultMetrics,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { SelectedResponse } from '../../serve/negotiate.ts';
import { listen } from '../socket/listen.ts';

export interface Metrics {
  observe(request: { operation: SelectedResponse['operation']; method: string; status: number }, seconds: number): void;
  /** In the text format of Prometheus. */
  write(): Promise<string>;
  /** The same as values, for a caller that adds up several threads. */
  collect(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
}

/** Labels are operation ids, never paths or slugs: their number is bounded. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the end of the response.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'http_refusals_total',
    help: 'Answers 401, 402, 403 and 429.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });

  return {
    observe({ operation, method, status }, seconds) {
      duration.observe({ operation, method, status }, seconds);
      if ([401, 402, 403, 429].includes(status)) refused.inc({ operation, status });
    },
    write: () => registry.metrics(),
    collect: () => registry.getMetricsAsJSON(),
  };
}

/**
 * Serves /metrics on the loopback interface.
 * @throws Error with one plain sentence when the port is taken
 */
export async function serveMetrics(port: number, metrics: Pick<Metrics, 'write'>): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.write().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (cause: unknown) => response.writeHead(500).end(String(cause)),
    );
  });
  await listen(server, { port, host: '127.0.0.1', setting: 'METRICS_PORT' });
  return server;
}
