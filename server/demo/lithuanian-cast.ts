import type { Cast } from './cast.ts';

/** A joinery in Kaunas with six people. */
export const LITHUANIAN_CAST = {
  companyId: '019a0000-0000-7000-8000-00000000de31',
  name: 'UAB „Medžio meistrai“',
  registrationNo: '300000000',
  phone: '+370 60000000',
  address: 'Savanorių pr. 178, Kaunas, LT-44150',
  domain: 'medziomeistrai.example',
  timeZone: 'Europe/Vilnius',
  language: 'lt',
  country: 'LT',
  seed: 2027,
  minPeopleAtWork: 2,
  people: [
    { firstName: 'Rasa', lastName: 'Kazlauskienė', location: 'office', shift: 'office', role: 'admin' },
    { firstName: 'Mantas', lastName: 'Petrauskas', location: 'site', shift: 'day', isMobile: true },
    { firstName: 'Darius', lastName: 'Jankauskas', location: 'office', shift: 'office', role: 'admin' },
    { firstName: 'Jonas', lastName: 'Stankevičius', location: 'joinery', shift: 'night' },
    { firstName: 'Eglė', lastName: 'Butkutė', location: 'joinery', shift: 'day', isPartTime: true },
    { firstName: 'Vytautas', lastName: 'Žukauskas', location: 'joinery', shift: 'late' },
  ],
  locations: {
    joinery: {
      name: 'Stalių dirbtuvės, Kaunas',
      address: 'Savanorių pr. 178, Kaunas',
      description: 'Langai, durys ir laiptai pagal užsakymą',
      position: 'Stalius',
      tasks: [
        { units: 'pcs', from: 2, to: 9, description: 'Suklijuoti langų rėmai' },
        { units: 'm2', from: 4, to: 22, description: 'Paviršių lakavimas' },
        { units: 'hours', from: 1, to: 4, description: 'Laiptų ruošiniai' },
      ],
    },
    site: {
      name: 'Statyba „Pušynas“, Vilnius',
      address: 'Pušų g. 7, Vilnius',
      description: 'Du karkasiniai namai',
      position: 'Dailidė',
      tasks: [
        { units: 'm2', from: 8, to: 46, description: 'Stogo grebėstai' },
        { units: 'pcs', from: 3, to: 14, description: 'Sumontuotos gegnės' },
      ],
    },
    office: {
      name: 'Biuras, Kaunas',
      address: 'Savanorių pr. 178, Kaunas',
      description: '2 aukštas',
      position: 'Administratorius',
      tasks: [{ units: 'tasks', from: 2, to: 11, description: 'Pasiūlymai ir sąskaitos' }],
    },
  },
  tasksIn: {},
  notes: ['Rytoj tęsti.', 'Trūksta varžtų 6×120.', 'Viskas baigta.'],
  requests: [],
  letters: [],
  shiftKinds: {
    day: { name: 'Dieninė pamaina', code: 'D' },
    early: { name: 'Rytinė pamaina', code: 'R' },
    late: { name: 'Vakarinė pamaina', code: 'V' },
    night: { name: 'Naktinė pamaina', code: 'N' },
  },
  scheduleChange: 'Medžiagas atveš jau ryte',
  onCall: [
    { code: 'BN', person: 1, day: 7, begins: 18 * 60, hours: 12, place: 'Namuose' },
    { code: 'BĮ', person: 5, day: 14, begins: 8 * 60, hours: 8, place: 'Stalių dirbtuvės' },
  ],
} as const satisfies Cast;
