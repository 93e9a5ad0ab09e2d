import { useEffect, useRef, useState } from 'react';
import type { OwnKiosk } from '#contract/kiosks.ts';
import type { MissingCheckOut } from '#contract/time-tracking.ts';
import { badgeAtEnd } from '#domain/badge-code.ts';
import { splitDuration } from '#domain/hours.ts';
import type { Language } from '#domain/languages.ts';
import { ApiError } from '#web/call/request.ts';
import { translatorOf } from '#web/i18n/i18n.ts';
import { useLanguage } from '#web/i18n/language.ts';
import {
  answerQuestion,
  breakAtKiosk,
  confirmScan,
  type KioskScan,
  leaveKiosk,
  nameOf,
  type Repetition,
  recognizeBadge,
  repetitionBy,
  reportAtKiosk,
  type Somebody,
  scanAtKiosk,
  setPinAtKiosk,
  somebodyWithPin,
  type Told,
  takeUntold,
  undoAtKiosk,
  whenLeft,
} from '#web/recording/kiosk-runner.ts';
import { holdReload } from '#web/reload/reload-guard.ts';
import { signalScan } from '#web/scanning/confirmation-signal.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { type Answer, AnswerScreen } from './answer-screen.tsx';
import { IdleScreen, type Mode } from './idle-screen.tsx';
import { textsFor } from './kiosk-texts.ts';
import { QuestionScreen, RepeatedScreen } from './question-screen.tsx';
import { ReportScreen } from './report-screen.tsx';
import { LeaveScreen, NewPinScreen, NumberScreen } from './typed-screens.tsx';
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
/** Whoever shows the same badge again so soon, with nobody between, has moved it about. */
const MOVED_MS = 10_000;
/** How long an answer stays at least while the next person's badge has been read already. */
const QUEUED_MS = 1000;
/** A number that rests for longer has had too many wrong PINs for a day. */
const LONG_REST_MINUTES = 60;

/** Everything between a badge and the next person. */
export function KioskScreen({ kiosk }: { kiosk: OwnKiosk }) {
  const language = useLanguage();
  const { timeZone } = kiosk;
  const [screen, setScreen] = useState<Screen>(IDLE);
  const [mode, setMode] = useState<Mode>('scan');
  /** The badge that was answered last; undefined after anything else. */
  const last = useRef<{ owner: string; at: number; answer: Answer }>(undefined);
  /** Resolves when the person who is being served has an answer; undefined if nobody is. */
  const serving = useRef<Promise<void>>(undefined);
  const isIdle = screen.is === 'idle' && mode === 'scan';
  const here = 'who' in screen ? screen.who : screen.is === 'answer' ? screen.answer.staysFor : undefined;
  const person = here?.person;
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
  const closeAnswer = ({ onReport }: Answer) => (onReport ? onReport() : goIdle());

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

  const showRefusal = (who: Somebody, error: unknown) => {
    const { t, language: of } = textsFor(who.person?.language, timeZone);
    const {
      code = undefined,
      message = t('common:unexpectedError'),
      retryAfterSeconds = 0,
    } = error instanceof ApiError ? error : {};
    const isResting = code === 'too_many_requests' && 'pin' in who.identity;
    const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
    last.current = undefined;
    show({
      kind: 'refused',
      language: of,
      name: nameOf(who.person),
      title: t('refused'),
      note:
        code === 'network'
          ? t('needsConnection')
          : isResting
            ? minutes > LONG_REST_MINUTES
              ? t('pinRestsLong')
              : t('pinRests', { count: minutes })
            : reasonIn(of, code, message),
      later: [],
    });
  };

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
      // Nobody has judged a PIN that was only saved.
      ...(told.fate === 'saved' && 'pin' in who.identity ? [] : await takeUntold(who)).map((item) =>
        laterText(item, in_),
      ),
    ];
    const name = nameOf(owner);
    const common = { language: in_.language, name, later };
    const entry = result?.timeEntry ?? undefined;
    const expected = told.fate === 'saved' ? told.expected : null;
    const action = result?.action ?? expected?.action;
    const undo =
      action === 'check-out' && !entry?.isEstimated
        ? () => undoScan(who, made, entry?.checkIn ?? made.scannedAt, name)
        : undefined;
    const report =
      action === 'check-out' && kiosk.asksWorkReport
        ? () => setScreen({ is: 'report', who, scan: made, name, language: in_.language })
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
          onReport: report,
        }
      : {
          ...common,
          kind: 'saved',
          title: expected ? `${t(`expected.${expected.action}`)} · ${t('saved')}` : t('saved'),
          time: time(made.scannedAt),
          location: expected?.location,
          note: expected ? undefined : t('pin' in who.identity ? 'judgedLaterPin' : 'judgedLater'),
          onUndo: undo,
          onReport: report,
        };
    if (action) signalScan(action);
    showAtBadge(who, answer);
  };

  /** Shows the answer to a badge, also when the badge is moved about. */
  const showAtBadge = (who: Somebody, answer: Answer) => {
    const { owners, identity } = who;
    last.current = 'badge' in identity ? { owner: owners[0], at: performance.now(), answer } : undefined;
    show(answer);
  };

  const undoScan = async (who: Somebody, made: KioskScan, checkIn: string, name: string | undefined) => {
    last.current = undefined;
    try {
      const told = await undoAtKiosk(who, made, checkIn, kiosk.location);
      const { t, language: of } = textsFor(who.person?.language, timeZone);
      show({
        kind: told.fate === 'done' ? 'undone' : 'saved',
        language: of,
        name,
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
        const { action, told, at, person: owner } = await breakAtKiosk(who);
        const { t, time, language: of } = textsFor(owner?.language, timeZone);
        const later = (await takeUntold(who)).map((item) => laterText(item, textsFor(of, timeZone)));
        showAtBadge(who, {
          kind: told.fate === 'done' ? 'break' : 'saved',
          language: of,
          name: nameOf(owner),
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
    const [badge, otherReading] = read.flatMap((text) => badgeAtEnd(text) ?? []);
    if (badge === undefined) {
      last.current = undefined;
      const { t, language: of } = textsFor(undefined, timeZone);
      return show({ kind: 'refused', language: of, name: undefined, title: t('notABadge'), later: [] });
    }
    const who = await recognizeBadge({ badge, otherReading });
    // The badge of whoever stands here is still in sight.
    if (here?.owners.some((owner) => who.owners.includes(owner))) return;
    if (mode === 'pin') return setScreen({ is: 'new-pin', who });
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
    repeated: screen.is === 'repeated' && (
      <RepeatedScreen
        asked={screen.asked}
        texts={texts}
        onConfirm={() => void confirm(screen)}
        onCancel={goIdle}
      />
    ),
    question: screen.is === 'question' && (
      <QuestionScreen
        question={screen.question}
        name={nameOf(person)}
        texts={texts}
        timeZone={timeZone}
        pending={false}
        error={screen.error}
        onAnswer={(leftAt) => void answer(screen, leftAt)}
        onCancel={() =>
          show({
            kind: 'refused',
            language: texts.language,
            name: nameOf(person),
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
        name={nameOf(person)}
        onCancel={goIdle}
        onChoose={(pin, currentPin) => setPinAtKiosk(screen.who.identity, pin, currentPin)}
        reasonOf={(code, message) => reasonIn(texts.language, code, message)}
        onDone={({ personalNumber, person: owner }) => {
          const in_ = textsFor(owner.language, timeZone);
          show({
            kind: 'done',
            language: in_.language,
            name: nameOf(owner),
            title: in_.t('done.pin'),
            ...(personalNumber !== null && { note: in_.t('yourNumber', { number: personalNumber }) }),
            later: [],
            staysFor: screen.who,
          });
        }}
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
