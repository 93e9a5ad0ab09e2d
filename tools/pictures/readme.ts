/* The two pictures of README.md that the public pages do not have, in `docs/pictures`. The others are those of the pages. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { desktop, ffmpeg, root, type Studio } from './studio.ts';

const folder = join(root, 'docs/pictures');

/** The landing page's film as an animated picture, because a forge plays no film of a repository in a page. */
export function makeMovingScan(film: string): void {
  const size = ['-vf', 'fps=8,scale=640:-1:flags=lanczos'];
  const encoder = ['-c:v', 'libwebp_anim', '-quality', '85', '-compression_level', '3', '-loop', '0'];
  ffmpeg(['-i', film, ...size, ...encoder, join(folder, 'scan.webp')]);
}

/** The sheet of the demo's approved month, in the country's language. Needs pdftoppm (Debian: `poppler-utils`). */
export async function takeSheet({ open, signIn }: Studio, temporary: string): Promise<void> {
  const page = await open(desktop, signIn.admin);
  const pdf = await page.evaluate(async () => {
    const answer = await fetch('/api/months/2026-09/sheet');
    return new Uint8Array(await answer.arrayBuffer()).toBase64();
  });
  await page.context().close();
  const file = join(temporary, 'sheet');
  await writeFile(`${file}.pdf`, pdf, 'base64');
  execFileSync('pdftoppm', ['-png', '-singlefile', '-r', '110', `${file}.pdf`, file]);
  ffmpeg(['-i', `${file}.png`, '-quality', '50', join(folder, 'sheet.webp')]);
}
