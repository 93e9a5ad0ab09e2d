/*
 * The questions of Ask for a company's own assistant: a server of the Model Context Protocol (revision 2025-06-18) over
 * streamable HTTP, with an API key. It reads only, keeps nothing between requests and answers each with JSON.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import * as z from 'zod';
import { ASK_TOOLS, type AskResult, type AskToolName } from '#contract/ask.ts';
import { dateIn, daysBetween, isDate } from '#domain/dates.ts';
import { pathFor } from '#domain/paths.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { PublicContext } from '#server/context.ts';
import type { Named } from '#server/platform/ai/names.ts';
import { codeOf } from '#server/platform/http/error-handler.ts';
import { descriptions, listNamed, MAX_DAYS } from './ask.service.ts';
import { type AskContext, runTool } from './ask.tools.ts';

const names = (what: string) =>
  z
    .array(z.string().min(1).max(200))
    .max(200)
    .optional()
    .describe(`Full names of ${what} as listNames gives them; leave out for all`);
const subjectInput = { people: names('employees'), locations: names('locations') };
const date = (what: string) =>
  z.string().refine(isDate, 'Not a date of the form yyyy-MM-dd').describe(`${what} day, yyyy-MM-dd`);
const periodInput = { startDate: date('First'), endDate: date('Last'), ...subjectInput };
type McpContext = AskContext & Pick<PublicContext, 'origin' | 'log'>;
type Asked = { startDate?: string; endDate?: string; people?: string[]; locations?: string[] };

/** Figures with where they come from. */
const tableOutput = {
  title: z.string(),
  columns: z.array(z.object({ label: z.string(), isNumber: z.boolean() })),
  rows: z.array(z.array(z.string())),
  total: z.number().describe('Number of rows; at most 200 of them are given'),
  source: z.object({
    company: z.string(),
    query: z.string(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    timeZone: z.string(),
    askedAt: z.string().describe('Instant, UTC'),
    page: z.string().describe('Where a person sees the same records'),
  }),
};
type Table = z.output<z.ZodObject<typeof tableOutput>>;

class Unanswerable extends Error {}

const plain = (name: string) => name.normalize('NFC').trim().toLowerCase();

/** The people or locations of these names; undefined asks about all. Throws for a name of nobody. */
function namedBy(all: readonly Named[], kind: Named['kind'], asked: readonly string[] | undefined) {
  if (!asked) return null;
  return asked.flatMap((text) => {
    const found = all.filter(
      ({ kind: own, name, label = name }) => own === kind && [name, label].map(plain).includes(plain(text)),
    );
    if (found.length === 0)
      throw new Unanswerable(
        `No ${kind === 'p' ? 'employee' : 'location'} is called “${text}”. listNames has all names.`,
      );
    return found;
  });
}

function periodOf({ startDate, endDate }: Asked, today: string) {
  const [start, end] = [startDate ?? today, endDate ?? today];
  if (start > end) throw new Unanswerable('startDate is after endDate.');
  if (daysBetween(start, end) >= MAX_DAYS) throw new Unanswerable(`At most ${MAX_DAYS} days at once.`);
  return { start, end };
}

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const asText = ({ title, columns, rows, source }: Table) =>
  [
    title,
    columns.map(({ label }) => label).join(' | '),
    ...rows.map((row) => row.join(' | ')),
    `Source: ${source.company}, ${source.page}, ${source.askedAt}`,
  ].join('\n');

function tableOf(result: AskResult, context: McpContext): Table {
  const { viewer, clock, language, origin } = context;
  const { tool, title, columns, rows, total, params } = result;
  const { startDate, endDate } = params;
  const page = tool === 'onSiteNow' ? 'dashboard' : 'reports';
  return {
    title,
    columns,
    rows,
    total,
    source: {
      company: viewer.companyName,
      query: tool,
      startDate,
      endDate,
      timeZone: viewer.timeZone,
      askedAt: clock.now().toISOString(),
      page: origin + pathFor(page, language),
    },
  };
}

/** The tools of one request, bound to the key's company. */
function toolsFor(context: McpContext): McpServer {
  const server = new McpServer({ name: PRODUCT_NAME, version: '1' });
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const { viewer, clock } = context;
  /** The library would tell the assistant an error's own words, and nobody else. */
  const orRefusal = <Answer>(tool: string, answer: Promise<Answer>) =>
    answer.catch((error: unknown) => {
      if (error instanceof Unanswerable) return { ...said(error.message), isError: true };
      context.log.error({ err: error, tool }, 'a tool of an assistant failed');
      return { ...said(context.t(`errors:${codeOf(error)}`)), isError: true };
    });
  const answer = async (tool: AskToolName, asked: Asked) => {
    const all = await listNamed(context);
    const subject = {
      people: namedBy(all, 'p', asked.people),
      locations: namedBy(all, 'l', asked.locations),
    };
    const period = periodOf(asked, dateIn(clock.now(), viewer.timeZone));
    const { result } = await runTool(tool, context, period, subject);
    const structuredContent = tableOf(result, context);
    return { ...said(asText(structuredContent)), structuredContent };
  };
  const listNames = async () => {
    const all = await listNamed(context);
    const of = (kind: Named['kind']) =>
      all.filter((each) => each.kind === kind).map(({ name, label = name }) => label);
    const today = dateIn(clock.now(), viewer.timeZone);
    const structuredContent = { people: of('p'), locations: of('l'), today };
    return { ...said(JSON.stringify(structuredContent)), structuredContent };
  };
  for (const tool of ASK_TOOLS) {
    const shown = { description: descriptions[tool], outputSchema: tableOutput, annotations };
    if (tool === 'onSiteNow') {
      server.registerTool(tool, { ...shown, inputSchema: subjectInput }, (asked) =>
        orRefusal(tool, answer(tool, asked as Asked)),
      );
    } else {
      server.registerTool(tool, { ...shown, inputSchema: periodInput }, (asked) =>
        orRefusal(tool, answer(tool, asked as Asked)),
      );
    }
  }
  const outputSchema = { people: z.array(z.string()), locations: z.array(z.string()), today: z.string() };
  server.registerTool(
    'listNames',
    {
      description: 'Names of all employees and locations, and today’s date in the company.',
      outputSchema,
      annotations,
    },
    () => orRefusal('listNames', listNames()),
  );
  return server;
}

/** Answers one request of the protocol; `body` is its JSON. */
export async function answerMcp(context: McpContext, request: Request, body: unknown): Promise<Response> {
  const server = toolsFor(context);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
