import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody, ErrorCode } from '#contract/error.ts';
import { translator } from '../texts/i18n.ts';

const answers: Record<string, { status: number; code: ErrorCode }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'payload_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'malformed_request' },
};
const malformed: { status: number; code: ErrorCode } = { status: 400, code: 'malformed_request' };

/**
 * Answers errors of Node's HTTP parser in the shape of every other error, and closes the connection. In English: the
 * request's language is not known yet.
 */
export function answerParserError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code } = answers[error.code ?? ''] ?? malformed;
  const body: ErrorBody = { message: translator('en')(`errors:${code}`), code };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}
