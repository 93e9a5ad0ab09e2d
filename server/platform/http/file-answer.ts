import type { FastifyReply } from 'fastify';

/** A file as the answer of an endpoint, instead of JSON; the contract lists its type in `files`. */
export class FileAnswer {
  readonly bytes: Buffer;
  readonly type: string;
  /** ASCII without quotes. */
  readonly name: string;
  /** Replaces the endpoint's event in the audit. */
  readonly event: string | undefined;

  constructor(bytes: Buffer, type: string, name: string, event?: string) {
    this.bytes = bytes;
    this.type = type;
    this.name = name;
    this.event = event;
  }

  send(reply: FastifyReply) {
    return reply
      .type(this.type)
      .header('content-disposition', `attachment; filename="${this.name}"`)
      .send(this.bytes);
  }
}
