/* Pages with tables on paper: headings on each sheet, the total once at the end, nothing that floats over the text. */
import { expect, type Page } from '@playwright/test';
import { extractText } from 'unpdf';
import { dateIn, monthOf, previousMonthOf } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import type { PageName } from '#domain/paths.ts';
import { inFullRun } from '#tests/support/browser/repetition.ts';
import {
  call,
  desktop,
  employByApi,
  inDatabase,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';

const ZONE = 'Europe/Riga';
const { start, end } = previousMonthOf(monthOf(dateIn(Date.now(), ZONE)).start);
test.use({ viewport: desktop });

/** The text of each sheet of A4. */
async function printed(page: Page): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(await page.pdf({ format: 'A4' })));
  return text.map((sheet) => sheet.replace(/\s+/g, ' '));
}

for (const language of ['lv', ...inFullRun('en')] as Language[]) {
  const t = say(language);

  test(`reports and other tables are printed whole, in ${language}`, async ({ page, browser }) => {
    const admin = page.context();
    await registerByApi(admin, { language });
    const [hall, yard] = [
      await call(admin, 'createLocation', { body: { name: 'Hall' } }),
      await call(admin, 'createLocation', { body: { name: 'Yard' } }),
    ];
    const worker = await employByApi(admin, await browser.newContext());
    // Two a day, all month long.
    await inDatabase(
      `insert into time_entry (company_id, id, user_id, location_id, check_in, check_out, check_in_source, check_out_source)
       select $1, gen_random_uuid(), $2, place.id, (day + place.at)::timestamp at time zone $5,
         (day + place.at + interval '2 hours')::timestamp at time zone $5, 'qr', 'qr'
       from generate_series($6::date, $7::date, interval '1 day') day,
         (values ($3::uuid, interval '8 hours'), ($4::uuid, interval '12 hours')) place (id, at)`,
      [worker.companyId, worker.id, hall.id, yard.id, ZONE, start, end],
    );
    const days = Number(end.slice(8));
    const total = `${days * 4}:00`;
    const reports = {
      'time-entries': ['employee', 'location', 'checkIn', 'checkOut', 'status', 'hours', 'tasks'],
      'daily-summaries': ['date', 'location', 'totalHours', 'uniqueEmployees'],
    };
    for (const [tab, columns] of Object.entries(reports)) {
      await page.goto(`${urlOf('reports', language)}?${new URLSearchParams({ tab, start, end })}`);
      await expect(page.getByRole('cell', { name: total })).toBeVisible();
      const sheets = await printed(page);
      expect(sheets.length, tab).toBeGreaterThan(1);
      const headings = columns.map((column) => t(`reports:columns.${column}`)).join(' ');
      for (const sheet of sheets) expect(sheet, tab).toContain(headings);
      const text = sheets.join(' ');
      expect(text, tab).not.toContain(t('nav:skipToContent'));
      expect(text.match(/Hall|Yard/g), tab).toHaveLength(2 * days);
      const [before = '', ...behind] = text.split(total);
      expect(before.trimEnd().endsWith(t('reports:total')), tab).toBe(true);
      expect(behind, tab).toHaveLength(1);
      expect(behind[0], tab).not.toMatch(/Hall|Yard/);
    }

    const others: PageName[] = ['employees', 'locations', 'absences', 'corrections', 'messages', 'settings'];
    for (const name of others) {
      await page.goto(urlOf(name, language));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const text = (await printed(page)).join(' ');
      expect(text, name).not.toContain(t('nav:skipToContent'));
      expect(text, name).toContain((await page.getByRole('heading', { level: 1 }).innerText()).trim());
    }
  });
}
