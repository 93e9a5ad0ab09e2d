import type { OwnKiosk } from '#contract/kiosks.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { leaveKiosk, nameOf, setPinAtKiosk, somebodyWithPin } from '#web/recording/kiosk-runner.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { AnswerScreen } from './answer-screen.tsx';
import { IdleScreen } from './idle-screen.tsx';
import { newPinAnswer, reasonIn, refusedAnswer } from './kiosk-answers.ts';
import { textsFor } from './kiosk-texts.ts';
import { QuestionScreen, RepeatedScreen } from './question-screen.tsx';
import { ReportScreen } from './report-screen.tsx';
import { LeaveScreen, NewPinScreen, NumberScreen } from './typed-screens.tsx';
import { useKioskVisit } from './use-kiosk-visit.ts';

/** The screens between a badge and the next person. */
export function KioskScreen({ kiosk }: { kiosk: OwnKiosk }) {
  const language = useLanguage();
  const { timeZone } = kiosk;
  const { screen, setScreen, mode, setMode, person, goIdle, show, read, identify, confirm, answer, report } =
    useKioskVisit(kiosk);
  const texts = textsFor(screen.is === 'answer' ? screen.answer.language : person?.language, timeZone);
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
        onNewPin={() => {
          goIdle();
          setMode('pin');
        }}
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
        onCancel={() => show(refusedAnswer(texts, nameOf(person), t('missing.nothing')))}
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
        onDone={(done) => show(newPinAnswer(screen.who, done, timeZone))}
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
        onBreak={() => setMode(mode === 'break' ? 'scan' : 'break')}
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
            onClose={screen.answer.onReport ?? goIdle}
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
