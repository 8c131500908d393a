import type { Answered } from '../../answers/api/app.ts';

export interface RequestLine extends Answered {
  requestId: string;
  method: string;
  status: number;
  ms: number;
}

const levels = ['trace', 'debug', 'info'];

/**
 * The one line of each request, in the form of the other lines of the log. Written by hand: its fields are few and fixed, only
 * the caller's id can hold what JSON must escape, and a logger takes fifty times as long over it.
 * @param about.write gets whole lines
 */
export function createRequestLog(about: {
  level: string;
  write: (line: string) => void;
  now: () => number;
}): (line: RequestLine) => void {
  const { level, write, now } = about;
  if (!levels.includes(level)) return () => {};
  let second = Number.NaN;
  let date = '';

  /** ISO 8601, whose first half is the same for a second. */
  function time(): string {
    const at = now();
    const whole = Math.floor(at / 1000);
    if (whole !== second) {
      second = whole;
      date = new Date(whole * 1000).toISOString().slice(0, 20);
    }
    return `${date}${String(at - whole * 1000).padStart(3, '0')}Z`;
  }

  return ({ requestId, operation, method, status, ms, callerId, isSandbox }) => {
    const caller = callerId === undefined ? '' : `,"callerId":${JSON.stringify(callerId)}`;
    write(
      `{"level":30,"time":"${time()}","requestId":"${requestId}","operation":"${operation}","method":"${method}","status":${status},"ms":${Math.round(ms * 10) / 10}${caller},"isSandbox":${isSandbox},"msg":"request"}\n`,
    );
  };
}
