/* The only script of the public pages. Without it everything works except sending the contact form. */
import './site.css';
import { isLanguage } from '#domain/languages.ts';
import { switchLanguage } from '#domain/paths.ts';
import { rememberLanguage } from '../i18n/remember-language.ts';
import { enhanceInstall } from './install.ts';

const language = document.documentElement.lang;

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-language]')) {
  link.addEventListener('click', () => {
    const chosen = link.dataset.language;
    if (!isLanguage(chosen)) return;
    rememberLanguage(chosen);
    link.href = switchLanguage(location.pathname, chosen) + location.search + location.hash;
  });
}

enhanceInstall();

addEventListener('load', () => {
  // Where scripts run, what stands in <noscript> is text.
  for (const late of document.querySelectorAll('noscript[data-late]')) late.outerHTML = late.textContent;
});

const menus = document.querySelectorAll<HTMLDetailsElement>('details[data-menu]');
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  for (const menu of menus) {
    if (!menu.contains(target) || target.closest('a')) menu.open = false;
  }
});
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const menu of menus) {
    if (menu.open && menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    menu.open = false;
  }
});

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-video]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const frame = document.createElement('iframe');
    frame.src = link.href;
    frame.title = link.dataset.video ?? '';
    frame.allow = 'autoplay; fullscreen';
    frame.className = link.className;
    frame.style.width = '100%';
    link.replaceWith(frame);
    frame.focus();
  });
}

/**
 * Lets the film run over its still, which has the film's name: once the page is loaded, in view, for those who want motion
 * and don't save data. Films in the tutorials have the browser's controls instead.
 */
function showFilm(box: HTMLElement): void {
  const still = box.querySelector('img');
  const button = box.querySelector('button');
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (!still || !button || connection?.saveData || matchMedia('(prefers-reduced-motion: reduce)').matches)
    return;
  const film = document.createElement('video');
  film.muted = true;
  film.loop = true;
  film.playsInline = true;
  film.ariaHidden = 'true';
  // One film for both sizes of the still.
  film.src = still.currentSrc.replace(/(\.small)?\.webp$/, '.mp4');
  const isPaused = () => button.ariaPressed === 'true';
  // Where it cannot play, the still stays.
  const play = () => film.play().catch(() => undefined);
  film.addEventListener('playing', () => {
    if (!film.isConnected) still.closest('picture')?.after(film);
    button.hidden = false;
  });
  button.addEventListener('click', () => {
    button.ariaPressed = String(!isPaused());
    button.ariaLabel = (isPaused() ? button.dataset.play : button.dataset.pause) ?? '';
    if (isPaused()) film.pause();
    else void play();
  });
  new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) film.pause();
    else if (!isPaused()) void play();
  }).observe(box);
}

const filmBox = document.querySelector<HTMLElement>('[data-film]');
if (filmBox) addEventListener('load', () => setTimeout(() => showFilm(filmBox), 1000));

/** Signs the visitor in to the shared demo company. */
const demo = document.querySelector<HTMLButtonElement>('button[data-demo]');
demo?.addEventListener('click', async () => {
  if (demo.ariaDisabled === 'true') return;
  const label = demo.textContent;
  demo.ariaDisabled = 'true';
  demo.textContent = demo.dataset.pending ?? label;
  const failure = await post('/api/demo', { role: 'admin' });
  if (!failure) return location.assign(demo.dataset.demo ?? '/');
  demo.ariaDisabled = null;
  demo.textContent = label;
  const alert = demo.parentElement?.querySelector('[role=alert]');
  if (alert) alert.textContent = failure.message ?? demo.dataset.failed ?? '';
});

type Failure = { message?: string; code?: string; issues?: { path: string; message: string }[] };

const form = document.querySelector<HTMLFormElement>('form[data-contact]');
for (const button of form?.querySelectorAll('button') ?? []) button.type = 'submit';
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void send(form);
});

async function send(contact: HTMLFormElement): Promise<void> {
  const button = contact.querySelector('button');
  if (!button || button.ariaDisabled === 'true') return;
  const label = button.textContent;
  button.ariaDisabled = 'true';
  button.textContent = contact.dataset.pending ?? label;
  showIssues(contact, []);
  const failure = await post('/api/contact', Object.fromEntries(new FormData(contact)));
  button.ariaDisabled = null;
  button.textContent = label;
  if (!failure) {
    const sent = document.querySelector<HTMLElement>('[data-sent]');
    contact.hidden = true;
    if (sent) sent.hidden = false;
    sent?.focus();
    return;
  }
  const issues = failure.issues ?? [];
  showIssues(contact, issues);
  const alert = contact.querySelector('[data-failure]');
  if (issues.length > 0 || !alert) return;
  // Only the server knows how long to wait.
  const wait = failure.code === 'too_many_requests' ? ` ${failure.message}` : '';
  alert.textContent = contact.dataset.failed + wait;
}

/** Returns the error message, or null. */
async function post(path: string, body: unknown): Promise<Failure | null> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(body),
    });
    return answer.ok ? null : await answer.json();
  } catch {
    return {};
  }
}

/** Shows each error beside its field; the first field gets the focus. */
function showIssues(contact: HTMLFormElement, issues: NonNullable<Failure['issues']>): void {
  const alert = contact.querySelector('[data-failure]');
  if (alert) alert.textContent = '';
  const controls = [
    ...contact.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[aria-describedby]'),
  ];
  for (const control of controls) {
    const issue = issues.find(({ path }) => path === control.name);
    control.ariaInvalid = issue ? 'true' : null;
    const error = document.getElementById(`${control.name}-error`);
    if (error) error.textContent = issue?.message ?? '';
  }
  controls.find(({ ariaInvalid }) => ariaInvalid === 'true')?.focus();
}
