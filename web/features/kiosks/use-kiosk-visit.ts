import { useEffect, useRef, useState } from 'react';
import type { OwnKiosk } from '#contract/kiosks.ts';
import type { MissingCheckOut } from '#contract/time-tracking.ts';
import { badgeAtEnd } from '#domain/badge-code.ts';
import type { Language } from '#domain/languages.ts';
import { ApiError } from '#web/call/request.ts';
import {
  answerQuestion,
  breakAtKiosk,
  confirmScan,
  type KioskScan,
  nameOf,
  type Repetition,
  recognizeBadge,
  repetitionBy,
  reportAtKiosk,
  type Somebody,
  scanAtKiosk,
  type Told,
  takeUntold,
  undoAtKiosk,
  whenLeft,
} from '#web/recording/kiosk-runner.ts';
import { holdReload } from '#web/reload/reload-guard.ts';
import { signalScan } from '#web/scanning/confirmation-signal.ts';
import type { Answer } from './answer-screen.tsx';
import type { Mode } from './idle-screen.tsx';
import { laterTexts, reasonIn, refusal, refusedAnswer, scanAnswer, toldAnswer } from './kiosk-answers.ts';
import { textsFor } from './kiosk-texts.ts';
import { useAbandoned, useKeys } from './use-keys.ts';

type Screen =
  | { is: 'idle' }
  | { is: 'busy'; name: string | undefined }
  | { is: 'number'; typed: string }
  | { is: 'answer'; answer: Answer; since: number }
  | { is: 'repeated'; who: Somebody; asked: Repetition }
  | { is: 'question'; who: Somebody; scan: KioskScan; question: MissingCheckOut; error?: string }
  | { is: 'report'; who: Somebody; scan: KioskScan; name: string | undefined; language: Language }
  | { is: 'new-pin'; who: Somebody & { identity: { badge: string } } }
  | { is: 'leaving' };

const IDLE: Screen = { is: 'idle' };
/** The same badge shown again this soon, with nobody between, was only moved about. */
const MOVED_MS = 10_000;
/** How long an answer stays at least while the next person's badge has been read already. */
const QUEUED_MS = 1000;
/** The screen that is shown to one person at a time; without them, the idle one. */
function useShownScreen(timeZone: string) {
  const [screen, setScreen] = useState<Screen>(IDLE);
  const [mode, setMode] = useState<Mode>('scan');
  /** The badge that was answered last; undefined after anything else. */
  const last = useRef<{ owner: string; at: number; answer: Answer }>(undefined);
  /** Resolves when the person who is being served has an answer; undefined if nobody is. */
  const serving = useRef<Promise<void>>(undefined);
  const isIdle = screen.is === 'idle' && mode === 'scan';
  const here = 'who' in screen ? screen.who : screen.is === 'answer' ? screen.answer.staysFor : undefined;

  // A new release waits until nobody is here.
  useEffect(() => (isIdle ? undefined : holdReload()), [isIdle]);

  const goIdle = () => {
    setMode('scan');
    setScreen(IDLE);
  };
  useAbandoned(isIdle || screen.is === 'answer' || screen.is === 'busy', goIdle);

  const show = (answer: Answer) => {
    setMode('scan');
    setScreen({ is: 'answer', answer, since: performance.now() });
  };
  const showRefusal = (who: Somebody, error: unknown) => {
    last.current = undefined;
    show(refusal(who, error, timeZone));
  };

  /** Does something for one person at a time, a badge after the one before it; refusals are shown in their language. */
  const serve = async (who: Somebody, act: () => Promise<void>, waits = false) => {
    while (serving.current) {
      if (!waits) return;
      await serving.current;
      // Nobody's answer is gone before it can be read.
      await new Promise((resolve) => setTimeout(resolve, QUEUED_MS));
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    serving.current = promise;
    setScreen({ is: 'busy', name: nameOf(who.person) });
    try {
      await act();
    } catch (error) {
      showRefusal(who, error);
    } finally {
      serving.current = undefined;
      resolve();
    }
  };

  /** Shows the answer to a badge, also when the badge is moved about. */
  const showAtBadge = (who: Somebody, answer: Answer) => {
    const { owners, identity } = who;
    last.current = 'badge' in identity ? { owner: owners[0], at: performance.now(), answer } : undefined;
    show(answer);
  };

  return { screen, setScreen, mode, setMode, last, here, goIdle, show, showAtBadge, showRefusal, serve };
}

/** A scan and its questions: whether a second one is meant, when the person left before, and whether to take it back. */
function scansAt(kiosk: OwnKiosk, shownScreen: ReturnType<typeof useShownScreen>) {
  const { timeZone } = kiosk;
  const { setScreen, setMode, last, show, showAtBadge, showRefusal, serve } = shownScreen;

  const scan = (who: Somebody) =>
    serve(
      who,
      async () => {
        // Nobody types number and PIN by accident.
        if ('badge' in who.identity) {
          const shown = last.current;
          if (shown && who.owners.includes(shown.owner) && performance.now() - shown.at < MOVED_MS) {
            return show(shown.answer);
          }
          const asked = await repetitionBy(who);
          if (asked) return askAgain(who, asked);
        }
        try {
          await record(who);
        } catch (error) {
          const code = error instanceof ApiError ? error.code : undefined;
          if (code === 'check_out_missing') return ask(who);
          if (code !== 'scan_repeated') throw error;
          const asked = await repetitionBy(who, true);
          await (asked ? askAgain(who, asked) : record(who));
        }
      },
      true,
    );

  const record = async (who: Somebody) => {
    const { scan: made, told } = await scanAtKiosk(who);
    await showScan(who, made, told);
  };

  const askAgain = (who: Somebody, asked: Repetition) => {
    last.current = undefined;
    setMode('scan');
    setScreen({ is: 'repeated', who: { ...who, person: asked.person }, asked });
  };

  const confirm = ({ who, asked }: Extract<Screen, { is: 'repeated' }>) =>
    serve(who, async () => {
      const { scan: made, told } = await confirmScan(who, asked);
      await showScan(who, made, told);
    });

  const ask = async (who: Somebody) => {
    const asked = await whenLeft(who);
    if (asked) return setScreen({ is: 'question', who, ...asked });
    // It was answered meanwhile, on a phone or by an administrator.
    await record(who);
  };

  const showScan = async (who: Somebody, made: KioskScan, told: Told) => {
    // Nobody has judged a PIN that was only saved.
    const untold = told.fate === 'saved' && 'pin' in who.identity ? [] : await takeUntold(who);
    const { answer, action, entry } = scanAnswer(who, made, told, untold, timeZone);
    const { name, language } = answer;
    const isCheckOut = action === 'check-out';
    if (action) signalScan(action);
    showAtBadge(who, {
      ...answer,
      onUndo:
        isCheckOut && !entry?.isEstimated
          ? () => undoScan(who, made, entry?.checkIn ?? made.scannedAt, name)
          : undefined,
      onReport:
        isCheckOut && kiosk.asksWorkReport
          ? () => setScreen({ is: 'report', who, scan: made, name, language })
          : undefined,
    });
  };

  const undoScan = async (who: Somebody, made: KioskScan, checkIn: string, name: string | undefined) => {
    last.current = undefined;
    try {
      const told = await undoAtKiosk(who, made, checkIn, kiosk.location);
      const texts = textsFor(who.person?.language, timeZone);
      show(toldAnswer('undone', told, texts, { name, title: texts.t('done.undo') }));
    } catch (error) {
      showRefusal(who, error);
    }
  };

  const answer = (shown: Extract<Screen, { is: 'question' }>, leftAt: string) =>
    serve(shown.who, async () => {
      try {
        const previousEnd = { timeEntryId: shown.question.timeEntryId, leftAt };
        await showScan(shown.who, shown.scan, await answerQuestion(shown.scan, previousEnd));
      } catch (error) {
        if (!(error instanceof ApiError) || !error.code?.startsWith('left_')) throw error;
        const { language: of } = textsFor(shown.who.person?.language, timeZone);
        setScreen({ ...shown, error: reasonIn(of, error.code, error.message) });
      }
    });

  return { scan, confirm, answer };
}

export function useKioskVisit(kiosk: OwnKiosk) {
  const { timeZone } = kiosk;
  const shownScreen = useShownScreen(timeZone);
  const { screen, setScreen, mode, setMode, last, here, goIdle, show, showAtBadge, serve } = shownScreen;
  const { scan, confirm, answer } = scansAt(kiosk, shownScreen);

  const takeBreak = (who: Somebody) =>
    serve(
      who,
      async () => {
        const { action, told, at, person: owner } = await breakAtKiosk(who);
        const texts = textsFor(owner?.language, timeZone);
        const answer = toldAnswer('break', told, texts, {
          name: nameOf(owner),
          title: texts.t(`done.break-${action}`),
          time: texts.time(at),
          later: laterTexts(await takeUntold(who), texts),
        });
        showAtBadge(who, answer);
      },
      true,
    );

  const report = (shown: Extract<Screen, { is: 'report' }>, item: Parameters<typeof reportAtKiosk>[2]) =>
    serve(shown.who, async () => {
      const told = await reportAtKiosk(shown.who, shown.scan, item);
      const texts = textsFor(shown.language, timeZone);
      show(toldAnswer('done', told, texts, { name: shown.name, title: texts.t('done.report') }));
    });

  const identify = (who: Somebody) => (mode === 'break' ? takeBreak(who) : scan(who));

  /** Handles one code, given as the texts that different keyboard layouts produce. */
  const read = async (read: string[]) => {
    const [badge, otherReading] = read.flatMap((text) => badgeAtEnd(text) ?? []);
    if (badge === undefined) {
      last.current = undefined;
      const texts = textsFor(undefined, timeZone);
      return show(refusedAnswer(texts, undefined, texts.t('notABadge')));
    }
    const who = await recognizeBadge({ badge, otherReading });
    // The badge of the person being served is still in sight.
    if (here?.owners.some((owner) => who.owners.includes(owner))) return;
    if (mode === 'pin') return setScreen({ is: 'new-pin', who });
    await identify(who);
  };

  useKeys({
    isIdle: screen.is === 'idle',
    onRead: (found) => void read(found),
    onDigit: (typed) => setScreen({ is: 'number', typed }),
  });

  const person = here?.person;
  return { screen, setScreen, mode, setMode, person, goIdle, show, read, identify, confirm, answer, report };
}
