export interface Load {
  /**
   * How often each outcome came: a status, or what the connection failed with. Who is refused at the door does not come
   * back.
   */
  outcomes: Map<string, number>;
  /** Lets the requests that are on their way end. */
  end(): Promise<void>;
}

/** Nothing was sent: there was nobody to send it to. */
export const refused = 'ECONNREFUSED';

function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { cause } = thrown;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : `${thrown.message}: ${String(cause)}`;
}

/**
 * Asks without a pause, so many at a time, until it is told to end; answers are read to their last byte.
 * @param ask says how it ended itself, or leaves the answer to be read; it is told the number of the request and which
 *   client asks
 */
export function startLoad(clients: number, ask: (number: number, client: number) => Promise<Response | string>): Load {
  const outcomes = new Map<string, number>();
  let isEnding = false;
  let number = 0;

  async function tell(client: number): Promise<string> {
    try {
      const response = await ask(number++, client);
      if (typeof response === 'string') return response;
      await response.arrayBuffer();
      return String(response.status);
    } catch (cause) {
      return describe(cause);
    }
  }

  async function run(client: number) {
    while (!isEnding) {
      const outcome = await tell(client);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome === refused) return;
    }
  }

  const all = Array.from({ length: clients }, (_, client) => run(client));
  return {
    outcomes,
    async end() {
      isEnding = true;
      await Promise.all(all);
    },
  };
}
