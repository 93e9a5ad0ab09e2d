import { clsx } from 'clsx';
import {
  CircleCheck,
  CircleX,
  ClipboardPen,
  CloudUpload,
  Coffee,
  LogOut,
  type LucideIcon,
  MapPin,
  Undo2,
} from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Language } from '#domain/languages.ts';
import type { Somebody } from '#web/recording/kiosk-runner.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { PersonTexts } from './kiosk-texts.ts';

const KINDS = {
  'check-in': { Icon: CircleCheck, colours: 'bg-working text-on-working' },
  'location-switch': { Icon: MapPin, colours: 'bg-working text-on-working' },
  'check-out': { Icon: LogOut, colours: 'bg-ink text-paper' },
  break: { Icon: Coffee, colours: 'bg-ink text-paper' },
  undone: { Icon: Undo2, colours: 'bg-working text-on-working' },
  done: { Icon: CircleCheck, colours: 'bg-working text-on-working' },
  saved: { Icon: CloudUpload, colours: 'bg-attention text-on-attention' },
  refused: { Icon: CircleX, colours: 'bg-destructive text-on-destructive' },
};

/** What a person is told, readable from two metres. */
export type Answer = {
  kind: keyof typeof KINDS;
  language: Language;
  name: string | undefined;
  title: string;
  time?: string | undefined;
  location?: string | undefined;
  note?: string | undefined;
  /** What became of earlier items. */
  later: string[];
  /** Takes it back; shows the next answer itself. */
  onUndo?: (() => Promise<void>) | undefined;
  /** Asks for a work report, now or when the answer has been shown. */
  onReport?: (() => void) | undefined;
  /** For a person who has to write something down: stays until closed or another badge is shown. */
  staysFor?: Somebody;
};

const SHOWN_MS = 3000;
/** A reason, and what to do now. */
const SHOWN_REFUSED_MS = 8000;
/** As on the phone (decisions.md §2). */
const UNDOABLE_MS = 10_000;
/** What became of earlier check-ins takes longer to read. */
const SHOWN_WITH_NEWS_MS = 12_000;

function shownMs({ kind, later, onUndo, staysFor }: Answer): number | undefined {
  if (staysFor) return undefined;
  if (later.length > 0) return SHOWN_WITH_NEWS_MS;
  if (onUndo) return UNDOABLE_MS;
  return kind === 'refused' ? SHOWN_REFUSED_MS : SHOWN_MS;
}

type AnswerScreenProps = { answer: Answer; texts: PersonTexts; onClose: () => void };

export function AnswerScreen({ answer, texts: { t }, onClose }: AnswerScreenProps) {
  const { kind, language, name, title, time, location, note, later, onUndo, onReport, staysFor } = answer;
  const { Icon, colours } = KINDS[kind];
  const [isUndoing, setUndoing] = useState(false);
  const close = useEffectEvent(() => {
    if (!isUndoing) onClose();
  });
  const ms = shownMs(answer);
  useEffect(() => {
    if (ms === undefined) return;
    const timer = setTimeout(() => close(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return (
    <div
      lang={language}
      className={clsx(
        'fixed inset-0 z-50 flex flex-col items-center justify-center-safe gap-3 overflow-y-auto p-6 text-center short:gap-1 short:p-3',
        colours,
      )}
    >
      <Icon className="size-24 shrink-0 sm:size-32 short:size-10" strokeWidth={1.75} aria-hidden="true" />
      {name && (
        <p className="max-w-full hyphens-auto font-bold text-5xl leading-tight sm:text-6xl short:text-3xl">
          {name}
        </p>
      )}
      <p className="font-bold text-4xl leading-tight short:text-2xl">{title}</p>
      {time && (
        <p className="figures font-bold text-7xl leading-none tracking-tight sm:text-8xl short:text-5xl">
          {time}
        </p>
      )}
      {location && <p className="max-w-full hyphens-auto font-semibold text-2xl short:text-lg">{location}</p>}
      {note && (
        <p
          className={clsx(
            'figures max-w-xl text-2xl short:text-lg',
            // To be written down.
            staysFor && 'font-bold text-4xl! short:text-3xl!',
          )}
        >
          {note}
        </p>
      )}
      {later.length > 0 && (
        <ul className="figures mt-2 flex max-w-2xl flex-col gap-2 border-current border-t-2 pt-4 text-xl">
          {later.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {(onUndo || onReport) && (
        // Above the close button, which covers the whole screen.
        <div className="relative z-10 mt-4 flex w-full max-w-3xl flex-wrap justify-center gap-3 short:mt-1">
          {onUndo && (
            <AnswerKey
              Icon={Undo2}
              isBusy={isUndoing}
              onPress={() => {
                if (isUndoing) return;
                setUndoing(true);
                void onUndo().finally(() => setUndoing(false));
              }}
            >
              {t('undo')}
            </AnswerKey>
          )}
          {onReport && (
            <AnswerKey Icon={ClipboardPen} onPress={() => !isUndoing && onReport()}>
              {t('report.open')}
            </AnswerKey>
          )}
        </div>
      )}
      {/* Covers the whole screen. */}
      <button
        type="button"
        onClick={() => !isUndoing && onClose()}
        className="mt-4 min-h-11 shrink-0 px-4 short:mt-0 font-semibold underline after:absolute after:inset-0 focus-visible:outline-current"
      >
        {t('common:close')}
      </button>
    </div>
  );
}

type AnswerKeyProps = { Icon: LucideIcon; isBusy?: boolean; onPress: () => void; children: string };

function AnswerKey({ Icon, isBusy, onPress, children }: AnswerKeyProps) {
  return (
    <button
      type="button"
      aria-busy={isBusy}
      onClick={onPress}
      className="flex min-h-16 w-full max-w-sm shrink-0 grow basis-60 items-center justify-center gap-3 rounded-md border-2 border-current px-4 font-semibold text-2xl focus-visible:outline-current sm:min-h-20 short:min-h-14"
    >
      {isBusy ? <Spinner /> : <Icon className="size-7" aria-hidden="true" />}
      {children}
    </button>
  );
}
