import type { Cast } from './cast.ts';

/** A joinery in Poznań with six people. */
export const POLISH_CAST = {
  companyId: '019a0000-0000-7000-8000-00000000de32',
  name: 'Stolarnia Dąb sp. z o.o.',
  registrationNo: '0000000000',
  phone: '+48 600000000',
  address: 'ul. Dębowa 12, 60-001 Poznań',
  domain: 'stolarniadab.example',
  timeZone: 'Europe/Warsaw',
  language: 'pl',
  country: 'PL',
  seed: 2028,
  minPeopleAtWork: 2,
  people: [
    { firstName: 'Katarzyna', lastName: 'Nowak', location: 'office', shift: 'office', role: 'admin' },
    { firstName: 'Marek', lastName: 'Kowalski', location: 'site', shift: 'day', isMobile: true },
    { firstName: 'Andrzej', lastName: 'Wójcik', location: 'office', shift: 'office', role: 'admin' },
    { firstName: 'Piotr', lastName: 'Lewandowski', location: 'joinery', shift: 'night' },
    { firstName: 'Ewa', lastName: 'Zielińska', location: 'joinery', shift: 'day', isPartTime: true },
    { firstName: 'Tomasz', lastName: 'Szymański', location: 'joinery', shift: 'late' },
  ],
  locations: {
    joinery: {
      name: 'Stolarnia, Poznań',
      address: 'ul. Dębowa 12, Poznań',
      description: 'Okna, drzwi i schody na zamówienie',
      position: 'Stolarz',
      tasks: [
        { units: 'pcs', from: 2, to: 9, description: 'Ramy okienne sklejone' },
        { units: 'm2', from: 4, to: 22, description: 'Lakierowanie powierzchni' },
        { units: 'hours', from: 1, to: 4, description: 'Elementy schodów' },
      ],
    },
    site: {
      name: 'Budowa „Sosnowa”, Poznań',
      address: 'ul. Sosnowa 7, Poznań',
      description: 'Dwa domy szkieletowe',
      position: 'Cieśla',
      tasks: [
        { units: 'm2', from: 8, to: 46, description: 'Łaty dachowe' },
        { units: 'pcs', from: 3, to: 14, description: 'Krokwie zamontowane' },
      ],
    },
    office: {
      name: 'Biuro, Poznań',
      address: 'ul. Dębowa 12, Poznań',
      description: '1. piętro',
      position: 'Pracownik biura',
      tasks: [{ units: 'tasks', from: 2, to: 11, description: 'Oferty i faktury' }],
    },
  },
  tasksIn: {},
  notes: ['Dokończyć jutro.', 'Brakuje wkrętów 6×120.', 'Wszystko gotowe.'],
  requests: [],
  letters: [],
  shiftKinds: {
    day: { name: 'Zmiana dzienna', code: 'D' },
    early: { name: 'Zmiana ranna', code: 'R' },
    late: { name: 'Zmiana popołudniowa', code: 'P' },
    night: { name: 'Zmiana nocna', code: 'N' },
  },
  scheduleChange: 'Dostawa materiałów przyjeżdża już rano',
  onCall: [
    { code: 'Dyż', person: 1, day: 7, begins: 18 * 60, hours: 12, place: 'Dom' },
    { code: 'Dyż', person: 5, day: 14, begins: 8 * 60, hours: 8, place: 'Stolarnia' },
  ],
} as const satisfies Cast;
