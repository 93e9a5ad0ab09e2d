import { AbsenceCodesCard } from './absence-codes-card.tsx';
import { HolidaysCard } from './holidays-card.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The year's free days, and the kinds of absence. */
export function Component() {
  return (
    <SettingsFrame page="settingsAbsences">
      <HolidaysCard />
      <AbsenceCodesCard />
    </SettingsFrame>
  );
}
