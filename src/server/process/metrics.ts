import cluster from 'node:cluster';
import { createServer, type Server } from 'node:http';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Answered } from '../api/app.ts';
import { listen } from '../socket/listen.ts';

export interface Metrics {
  observe(request: { operation: Answered['operation']; method: string; status: number }, seconds: number): void;
  /** In the text format of Prometheus. */
  write(): Promise<string>;
}

/** Labels are operation ids, never paths or slugs: their number is bounded. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the end of the answer.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  });
  if (cluster.isWorker) {
    // Constructed for its listener: it answers the primary process, which adds up what its workers say.
    AggregatorRegistry.setRegistries([registry]);
    new AggregatorRegistry();
  }
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
  };
}

/** In the primary process of several: the sum over its workers. */
export function collectFromWorkers(): Pick<Metrics, 'write'> {
  const registry = new AggregatorRegistry();
  return { write: () => registry.clusterMetrics() };
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
