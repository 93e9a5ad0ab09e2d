import { clsx } from 'clsx';
import { CircleCheck, CircleX, CloudUpload, Coffee, LogOut, MapPin, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Language } from '#domain/languages.ts';
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
  /** Comes after it. */
  onShown?: (() => void) | undefined;
};

const SHOWN_MS = 3000;
/** What became of earlier check-ins takes longer to read. */
const SHOWN_WITH_NEWS_MS = 12_000;

type AnswerScreenProps = { answer: Answer; texts: PersonTexts; onClose: () => void };

export function AnswerScreen({ answer, texts: { t }, onClose }: AnswerScreenProps) {
  const { kind, language, name, title, time, location, note, later, onUndo } = answer;
  const { Icon, colours } = KINDS[kind];
  const [isUndoing, setUndoing] = useState(false);
  const close = useEffectEvent(() => {
    if (!isUndoing) onClose();
  });
  const shownMs = later.length > 0 ? SHOWN_WITH_NEWS_MS : SHOWN_MS;
  useEffect(() => {
    const timer = setTimeout(() => close(), shownMs);
    return () => clearTimeout(timer);
  }, [shownMs]);
  return (
    <div
      lang={language}
      className={clsx(
        'fixed inset-0 z-50 flex flex-col items-center justify-center-safe gap-3 overflow-y-auto p-6 text-center',
        colours,
      )}
    >
      <Icon className="size-24 shrink-0 sm:size-32" strokeWidth={1.75} aria-hidden="true" />
      {name && <p className="max-w-full hyphens-auto font-bold text-5xl leading-tight sm:text-6xl">{name}</p>}
      <p className="font-bold text-4xl leading-tight">{title}</p>
      {time && <p className="figures font-bold text-7xl leading-none tracking-tight sm:text-8xl">{time}</p>}
      {location && <p className="max-w-full hyphens-auto font-semibold text-2xl">{location}</p>}
      {note && <p className="figures max-w-xl text-2xl">{note}</p>}
      {later.length > 0 && (
        <ul className="figures mt-2 flex max-w-2xl flex-col gap-2 border-current border-t-2 pt-4 text-xl">
          {later.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {onUndo && (
        <button
          type="button"
          aria-busy={isUndoing}
          onClick={() => {
            if (isUndoing) return;
            setUndoing(true);
            void onUndo().finally(() => setUndoing(false));
          }}
          // Above the close button, which covers the whole screen.
          className="relative z-10 mt-4 flex min-h-20 w-full max-w-sm shrink-0 items-center justify-center gap-3 rounded-md border-2 border-current px-4 font-semibold text-2xl focus-visible:outline-current"
        >
          {isUndoing ? <Spinner /> : <Undo2 className="size-7" aria-hidden="true" />}
          {t('undo')}
        </button>
      )}
      {/* Covers the whole screen. */}
      <button
        type="button"
        onClick={() => !isUndoing && onClose()}
        className="mt-4 min-h-11 shrink-0 px-4 font-semibold underline after:absolute after:inset-0 focus-visible:outline-current"
      >
        {t('common:close')}
      </button>
    </div>
  );
}
