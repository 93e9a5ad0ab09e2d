import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OwnKiosk } from '#contract/kiosks.ts';
import type { MissingCheckOut } from '#contract/time-tracking.ts';
import { readBadgeCode } from '#domain/badge-code.ts';
import { splitDuration } from '#domain/hours.ts';
import type { Language } from '#domain/languages.ts';
import {
  answerQuestion,
  breakAtKiosk,
  type KioskScan,
  leaveKiosk,
  recognizeBadge,
  reportAtKiosk,
  type Somebody,
  scanAtKiosk,
  setPinAtKiosk,
  somebodyWithPin,
  type Told,
  takeUntold,
  undoAtKiosk,
  whenLeft,
} from '#web/api/kiosk-runner.ts';
import { ApiError } from '#web/api/request.ts';
import { translatorOf } from '#web/i18n/i18n.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { holdReload } from '#web/reload/reload-guard.ts';
import { signalScan } from '#web/scanning/confirmation-signal.ts';
import { newKeyReader } from '#web/scanning/key-reader.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { type Answer, AnswerScreen } from './answer-screen.tsx';
import { IdleScreen, type Mode } from './idle-screen.tsx';
import { textsFor } from './kiosk-texts.ts';
import { QuestionScreen } from './question-screen.tsx';
import { ReportScreen } from './report-screen.tsx';
import { LeaveScreen, NewPinScreen, NumberScreen } from './typed-screens.tsx';

type Screen =
  | { is: 'idle' }
  | { is: 'busy'; name: string | undefined }
  | { is: 'number'; typed: string }
  | { is: 'answer'; answer: Answer; since: number }
  | { is: 'question'; who: Somebody; scan: KioskScan; question: MissingCheckOut; error?: string }
  | { is: 'report'; who: Somebody; scan: KioskScan; name: string | undefined; language: Language }
  | { is: 'new-pin'; badge: string; who: Somebody }
  | { is: 'leaving' };

const IDLE: Screen = { is: 'idle' };
/** Whoever shows the same badge again so soon, has moved it about. */
const REPEATED_MS = 10_000;
/** `MB` and 26 letters or digits. */
const BADGE_LENGTH = 28;
/** How long an answer stays at least while the next person's badge has been read already. */
const QUEUED_MS = 1000;
/** Nobody touches the screen any more. */
const ABANDONED_MS = 30_000;

/** Everything between a badge and the next person. */
export function KioskScreen({ kiosk }: { kiosk: OwnKiosk }) {
  const language = useLanguage();
  const { timeZone } = kiosk;
  const [screen, setScreen] = useState<Screen>(IDLE);
  const [mode, setMode] = useState<Mode>('scan');
  const last = useRef<{ owner: string; at: number; answer: Answer }>(undefined);
  /** Resolves when the person who is being served has an answer; undefined if nobody is. */
  const serving = useRef<Promise<void>>(undefined);
  const isIdle = screen.is === 'idle' && mode === 'scan';
  const person = 'who' in screen ? screen.who.person : undefined;
  const texts = textsFor(screen.is === 'answer' ? screen.answer.language : person?.language, timeZone);

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
  const closeAnswer = ({ onShown }: Answer) => (onShown ? onShown() : goIdle());

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
    setScreen({ is: 'busy', name: who.person?.firstName });
    try {
      await act();
    } catch (error) {
      showRefusal(who, error);
    } finally {
      serving.current = undefined;
      resolve();
    }
  };

  const showRefusal = (who: Somebody, error: unknown) => {
    const { t, language: of } = textsFor(who.person?.language, timeZone);
    const { code = undefined, message = t('common:unexpectedError') } =
      error instanceof ApiError ? error : {};
    const isLost = code === 'network';
    show({
      kind: 'refused',
      language: of,
      name: who.person?.firstName,
      title: t('refused'),
      note: isLost ? t('needsConnection') : reasonIn(of, code, message),
      later: [],
    });
  };

  const scan = (who: Somebody) =>
    serve(
      who,
      async () => {
        const shown = last.current;
        if (shown && who.owners.includes(shown.owner) && performance.now() - shown.at < REPEATED_MS) {
          return show(shown.answer);
        }
        try {
          const { scan: made, told } = await scanAtKiosk(who);
          await showScan(who, made, told);
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'check_out_missing') throw error;
          await ask(who);
        }
      },
      true,
    );

  const ask = async (who: Somebody) => {
    const asked = await whenLeft(who);
    if (asked) return setScreen({ is: 'question', who, ...asked });
    // It was answered meanwhile, on a phone or by an administrator.
    const { scan: made, told } = await scanAtKiosk(who);
    await showScan(who, made, told);
  };

  const showScan = async (who: Somebody, made: KioskScan, told: Told) => {
    const result = told.fate === 'done' && told.result && 'action' in told.result ? told.result : undefined;
    const owner = result?.person ?? who.person;
    const in_ = textsFor(owner?.language, timeZone);
    const { t, time, moment } = in_;
    const later = [
      ...(result?.refusedScans ?? []).map(({ scannedAt, receivedAt, reason }) =>
        t('later.refused', {
          time: moment(scannedAt ?? receivedAt),
          reason: reasonIn(in_.language, reason, reason),
        }),
      ),
      ...(await takeUntold(who)).map((item) => laterText(item, in_)),
    ];
    const common = { language: in_.language, name: owner?.firstName, later };
    const entry = result?.timeEntry ?? undefined;
    const expected = told.fate === 'saved' ? told.expected : null;
    const action = result?.action ?? expected?.action;
    const undo =
      action === 'check-out' && !entry?.isEstimated
        ? () => undoScan(who, made, entry?.checkIn ?? made.scannedAt)
        : undefined;
    const report =
      action === 'check-out' && kiosk.asksWorkReport
        ? () => setScreen({ is: 'report', who, scan: made, name: owner?.firstName, language: in_.language })
        : undefined;
    const answer: Answer = result
      ? {
          ...common,
          kind: result.action,
          title: t(`done.${result.action}`),
          time: time(
            entry?.checkOut && result.action === 'check-out'
              ? entry.checkOut
              : (entry?.checkIn ?? made.scannedAt),
          ),
          location: result.location.name,
          note: workedText(result.action, entry, in_),
          onUndo: undo,
          onShown: report,
        }
      : {
          ...common,
          kind: 'saved',
          title: expected ? `${t(`expected.${expected.action}`)} · ${t('saved')}` : t('saved'),
          time: time(made.scannedAt),
          location: expected?.location,
          note: expected ? undefined : t('pin' in who.identity ? 'judgedLaterPin' : 'judgedLater'),
          onUndo: undo,
          onShown: report,
        };
    if (action) signalScan(action);
    last.current = { owner: who.owners[0], at: performance.now(), answer };
    show(answer);
  };

  const undoScan = async (who: Somebody, made: KioskScan, checkIn: string) => {
    last.current = undefined;
    try {
      const told = await undoAtKiosk(who, made, checkIn, kiosk.location);
      const { t, language: of } = textsFor(who.person?.language, timeZone);
      show({
        kind: told.fate === 'done' ? 'undone' : 'saved',
        language: of,
        name: who.person?.firstName,
        title: t('done.undo'),
        note: told.fate === 'saved' ? t('saved') : undefined,
        later: [],
      });
    } catch (error) {
      showRefusal(who, error);
    }
  };

  const takeBreak = (who: Somebody) =>
    serve(
      who,
      async () => {
        const { action, told, at } = await breakAtKiosk(who);
        const { t, time, language: of } = textsFor(who.person?.language, timeZone);
        const later = (await takeUntold(who)).map((item) => laterText(item, textsFor(of, timeZone)));
        show({
          kind: told.fate === 'done' ? 'break' : 'saved',
          language: of,
          name: who.person?.firstName,
          title: t(`done.break-${action}`),
          time: time(at),
          note: told.fate === 'saved' ? t('saved') : undefined,
          later,
        });
      },
      true,
    );

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

  const report = (shown: Extract<Screen, { is: 'report' }>, item: Parameters<typeof reportAtKiosk>[2]) =>
    serve(shown.who, async () => {
      const told = await reportAtKiosk(shown.who, shown.scan, item);
      const { t } = textsFor(shown.language, timeZone);
      show({
        kind: told.fate === 'done' ? 'done' : 'saved',
        language: shown.language,
        name: shown.name,
        title: t('done.report'),
        note: told.fate === 'saved' ? t('saved') : undefined,
        later: [],
      });
    });

  const identify = (who: Somebody) => (mode === 'break' ? takeBreak(who) : scan(who));

  /** Texts of one code, as different keyboards would have it. */
  const read = async (read: string[]) => {
    // Digits typed just before it are no part of the code.
    const badges = read.flatMap(
      (text) => readBadgeCode(text.slice(-BADGE_LENGTH)) ?? readBadgeCode(text) ?? [],
    );
    const [badge, ...others] = badges;
    if (badge === undefined) {
      const { t, language: of } = textsFor(undefined, timeZone);
      return show({ kind: 'refused', language: of, name: undefined, title: t('notABadge'), later: [] });
    }
    const who = await recognizeBadge([badge, ...others]);
    // The badge of whoever stands here is still in sight.
    if ('who' in screen && screen.who.owners.some((owner) => who.owners.includes(owner))) return;
    if (mode === 'pin' && 'badge' in who.identity) {
      return setScreen({ is: 'new-pin', badge: who.identity.badge, who });
    }
    await identify(who);
  };

  useKeys({
    isIdle: screen.is === 'idle',
    onRead: (found) => void read(found),
    onDigit: (typed) => setScreen({ is: 'number', typed }),
  });

  const { t } = texts;
  const body = {
    idle: null,
    answer: null,
    busy: screen.is === 'busy' && (
      <p role="status" className="m-auto flex flex-col items-center gap-6 font-bold text-4xl">
        <Spinner size="large" />
        {screen.name ?? t('common:loading')}
      </p>
    ),
    number: screen.is === 'number' && (
      <NumberScreen
        texts={texts}
        typed={screen.typed}
        title={mode === 'break' ? t('break') : undefined}
        onCancel={goIdle}
        onDone={(number, pin) => void identify(somebodyWithPin(number, pin))}
      />
    ),
    question: screen.is === 'question' && (
      <QuestionScreen
        question={screen.question}
        name={person?.firstName}
        texts={texts}
        timeZone={timeZone}
        pending={false}
        error={screen.error}
        onAnswer={(leftAt) => void answer(screen, leftAt)}
        onCancel={() =>
          show({
            kind: 'refused',
            language: texts.language,
            name: person?.firstName,
            title: t('missing.nothing'),
            later: [],
          })
        }
      />
    ),
    report: screen.is === 'report' && (
      <ReportScreen
        texts={textsFor(screen.language, timeZone)}
        name={screen.name}
        onSkip={goIdle}
        onReport={(item) => void report(screen, item)}
      />
    ),
    'new-pin': screen.is === 'new-pin' && (
      <NewPinScreen
        texts={texts}
        name={person?.firstName}
        onCancel={goIdle}
        onChoose={(pin, currentPin) => setPinAtKiosk(screen.badge, pin, currentPin)}
        reasonOf={(code, message) => reasonIn(texts.language, code, message)}
        onDone={(personalNumber) =>
          show({
            kind: 'done',
            language: texts.language,
            name: person?.firstName,
            title: t('done.pin'),
            ...(personalNumber !== null && { note: t('yourNumber', { number: personalNumber }) }),
            later: [],
          })
        }
      />
    ),
    leaving: screen.is === 'leaving' && (
      <LeaveScreen texts={texts} canLeave={kiosk.canLeaveByPin} onCancel={goIdle} onLeave={leaveKiosk} />
    ),
  }[screen.is];

  return (
    <>
      {/* The camera goes on while other screens cover it. */}
      <IdleScreen
        kiosk={kiosk}
        mode={mode}
        isCovered={screen.is !== 'idle'}
        isReading={screen.is !== 'busy' && screen.is !== 'leaving'}
        onCode={(text) => void read([text])}
        onMode={setMode}
        onTypeNumber={() => setScreen({ is: 'number', typed: '' })}
        onLeave={() => setScreen({ is: 'leaving' })}
      />
      {/* Screen readers only announce text added to a live region that already exists. */}
      <div role="status">
        {screen.is === 'answer' && (
          <AnswerScreen
            // The same answer again is shown as long again.
            key={screen.since}
            answer={screen.answer}
            texts={texts}
            onClose={() => closeAnswer(screen.answer)}
          />
        )}
      </div>
      {body && (
        <div
          lang={screen.is === 'report' ? screen.language : texts.language || language}
          className="fixed inset-0 z-40 flex overflow-y-auto bg-paper p-4"
        >
          {body}
        </div>
      )}
    </>
  );
}

/** The sentence for a refusal, in this language. */
function reasonIn(language: Language, code: string | undefined, message: string): string {
  const key = `errors:${code}` as const;
  // The codes of the contract are the keys of the area.
  const text = translatorOf(language, 'errors')(key as 'errors:not_found');
  return text === key ? message : text;
}

function workedText(
  action: string,
  entry: { checkIn: string; checkOut: string | null } | undefined,
  { t }: ReturnType<typeof textsFor>,
): string | undefined {
  if (action !== 'check-out' || !entry?.checkOut) return undefined;
  const ms = Date.parse(entry.checkOut) - Date.parse(entry.checkIn);
  return t('worked', { duration: t('common:duration', splitDuration(ms)) });
}

function laterText(
  item: Awaited<ReturnType<typeof takeUntold>>[number],
  { t, moment, language }: ReturnType<typeof textsFor>,
): string {
  const time = moment(item.scannedAt);
  if (item.fate.state === 'refused') {
    const { code, message } = item.fate;
    return t('later.refused', { time, reason: reasonIn(language, code, message) });
  }
  const action =
    item.kind === 'scan' && item.fate.state === 'done'
      ? t(`done.${item.fate.result.action}`)
      : t(
          item.kind === 'break'
            ? `done.break-${item.action}`
            : item.kind === 'undo'
              ? 'done.undo'
              : 'done.report',
        );
  return t('later.recorded', { time, action });
}

/** Calls back when nobody has touched the screen or a key for half a minute. */
function useAbandoned(isOff: boolean, onAbandoned: () => void) {
  const abandon = useEffectEvent(onAbandoned);
  useEffect(() => {
    if (isOff) return;
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => abandon(), ABANDONED_MS);
    };
    restart();
    for (const name of ['pointerdown', 'keydown'] as const) document.addEventListener(name, restart);
    return () => {
      clearTimeout(timer);
      for (const name of ['pointerdown', 'keydown'] as const) document.removeEventListener(name, restart);
    };
  }, [isOff]);
}

type KeysOptions = {
  isIdle: boolean;
  onRead: (texts: string[]) => void;
  /** A digit typed while nothing is on screen. */
  onDigit: (digit: string) => void;
};

/** Barcode readers that type, and digits that open the key pad. */
function useKeys({ isIdle, onRead, onDigit }: KeysOptions) {
  const [reader] = useState(newKeyReader);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const found = reader.take(event);
    const isInField = event.target instanceof Element && event.target.matches('textarea, input');
    if (found && (!isInField || found.some((text) => readBadgeCode(text)))) {
      // Otherwise Enter presses the button that has the focus.
      event.preventDefault();
      event.stopImmediatePropagation();
      onRead(found);
    } else if (isIdle && /^\d$/.test(event.key) && !reader.isReading()) {
      event.stopImmediatePropagation();
      onDigit(event.key);
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
