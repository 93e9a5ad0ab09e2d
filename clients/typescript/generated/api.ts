// Made by `npm run client` from the contract. Do not edit.
export interface paths {
    "/api/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDashboardLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/employees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createEmployee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/employees/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateEmployee"];
        post?: never;
        delete: operations["deleteEmployee"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["watchChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/digest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLedgerDigest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLocations"];
        put?: never;
        post: operations["createLocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/locations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLocation"];
        put: operations["updateLocation"];
        post?: never;
        delete: operations["deleteLocation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMonth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/daily-summaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDailySummariesReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/time-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTimeEntriesReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["copySchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setScheduleDays"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule/fill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["fillSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["publishSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shift-kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listShiftKinds"];
        put?: never;
        post: operations["createShiftKind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shift-kinds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateShiftKind"];
        post?: never;
        delete: operations["deleteShiftKind"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/time-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createTimeEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/time-entries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTimeEntry"];
        put: operations["updateTimeEntry"];
        post?: never;
        delete: operations["deleteTimeEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Every answer that is no success. `code` says which error it is (see "Errors" in the description of the API), `message` says it to a person in the language asked for. */
        Error: {
            /** @enum {string} */
            action?: "upgrade_plan" | "subscribe";
            /** @enum {string} */
            code: "api_key_invalid" | "api_key_maker_gone" | "api_key_scope_missing" | "changed_meanwhile" | "client_outdated" | "cross_site_request" | "demo_read_only" | "email_taken" | "email_unconfirmed" | "entry_in_future" | "entry_limit" | "entry_overlaps" | "forbidden" | "idempotency_key_in_use" | "idempotency_key_reused" | "internal" | "last_admin" | "malformed_request" | "month_locked" | "needs_another_admin" | "not_found" | "notice_needs_reason" | "own_account" | "own_password" | "owner_only" | "password_change_required" | "payload_too_large" | "personal_number_taken" | "plan_limit_reached" | "proof_required" | "report_too_large" | "schedule_changed" | "schedule_overlaps" | "schedule_too_large" | "subscription_required" | "too_many_requests" | "two_credentials" | "unauthenticated" | "unavailable" | "unsupported_media_type" | "validation_failed" | "wrong_code" | "wrong_password";
            issues?: {
                message: string;
                path: string;
            }[];
            message: string;
            requiresUpgrade?: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string | null;
                        /** @enum {string} */
                        boardNames: "names" | "initials";
                        code: string;
                        /** Format: date-time */
                        createdAt: string;
                        digestRecipients: string[];
                        email: string;
                        erasureNotBefore: string | null;
                        graceMinutes: number;
                        /** Format: uuid */
                        id: string;
                        /** @enum {string} */
                        language: "en" | "lv" | "pl" | "lt";
                        lateScanHours: number;
                        longestShiftHours: number;
                        name: string;
                        noticeDays: number | null;
                        phone: string | null;
                        providerCustomerId: string | null;
                        providerSubscriptionId: string | null;
                        quietFrom: string;
                        quietTo: string;
                        registrationNo: string | null;
                        /** @enum {string} */
                        retentionFrom: "record" | "departure";
                        retentionYears: number;
                        sendsDigest: boolean;
                        sendsNotHere: boolean;
                        sendsSchedules: boolean;
                        /** @enum {string} */
                        subscriptionPlan: "starter" | "growth" | "business";
                        /** @enum {string} */
                        subscriptionStatus: "trialing" | "active" | "incomplete" | "past_due" | "unknown";
                        timezone: string;
                        /** Format: date-time */
                        trialEndsAt: string;
                    };
                };
            };
        };
    };
    getDashboardLocations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        activeCount: number;
                        activeEmployees: {
                            breakMs: number;
                            /** Format: date-time */
                            checkIn: string;
                            hoursWorked: number;
                            /** Format: uuid */
                            id: string;
                            isGrowing: boolean;
                            needsAttention: boolean;
                            offlineCheckIn: {
                                clockAheadMs: number | null;
                                isUncertain: boolean;
                                /** Format: date-time */
                                receivedAt: string;
                            } | null;
                            offlineCheckOut: {
                                clockAheadMs: number | null;
                                isUncertain: boolean;
                                /** Format: date-time */
                                receivedAt: string;
                            } | null;
                            user: {
                                firstName: string;
                                lastName: string;
                                nameTag?: string | null;
                            };
                            /** Format: uuid */
                            userId: string;
                            workedMs: number;
                            workReportCount: number;
                            workReports: {
                                correctedAt: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                description: string;
                                generalNotes: string | null;
                                /** Format: uuid */
                                id: string;
                                quantity: number;
                                timeEntryId: string | null;
                                units: string;
                                /** Format: uuid */
                                userId: string;
                            }[];
                        }[];
                        completedEmployees: {
                            breakMs: number;
                            /** Format: date-time */
                            checkIn: string;
                            /** Format: date-time */
                            checkOut: string;
                            /** Format: uuid */
                            id: string;
                            isGrowing: boolean;
                            offlineCheckIn: {
                                clockAheadMs: number | null;
                                isUncertain: boolean;
                                /** Format: date-time */
                                receivedAt: string;
                            } | null;
                            offlineCheckOut: {
                                clockAheadMs: number | null;
                                isUncertain: boolean;
                                /** Format: date-time */
                                receivedAt: string;
                            } | null;
                            totalHours: number;
                            user: {
                                firstName: string;
                                lastName: string;
                                nameTag?: string | null;
                            };
                            /** Format: uuid */
                            userId: string;
                            workedMs: number;
                            workReports: {
                                correctedAt: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                description: string;
                                generalNotes: string | null;
                                /** Format: uuid */
                                id: string;
                                quantity: number;
                                timeEntryId: string | null;
                                units: string;
                                /** Format: uuid */
                                userId: string;
                            }[];
                        }[];
                        /** Format: uuid */
                        id: string;
                        isActive: boolean;
                        name: string;
                    }[];
                };
            };
        };
    };
    createEmployee: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key within 24 hours, the request is not done again, but answered as before. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code?: string;
                    currentPassword?: string;
                    email?: (string) | null;
                    employedFrom?: string | null;
                    employedTo?: string | null;
                    firstName: string;
                    isActive?: boolean;
                    lastName: string;
                    locationIds?: string[];
                    password?: "" | string;
                    payrollNo?: string | null;
                    personalCode?: string | null;
                    personalNumber?: string | null;
                    position?: string | null;
                    /**
                     * @default employee
                     * @enum {string}
                     */
                    role?: "admin" | "manager" | "accountant" | "employee";
                    terms?: {
                        /** @default false */
                        markedNightWork?: boolean;
                        /** @default null */
                        overContractFrom?: number | null;
                        /** @default false */
                        overtimeConsent?: boolean;
                        pattern: number[];
                        /** @default false */
                        reducedNorm?: boolean;
                        validFrom: string;
                        weekly: number;
                        /**
                         * @default fixed
                         * @enum {string}
                         */
                        workTime?: "fixed" | "summed";
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        companyId: string;
                        /** Format: date-time */
                        createdAt: string;
                        email: string | null;
                        employedFrom: string | null;
                        employedTo: string | null;
                        firstName: string;
                        hasPersonalCode: boolean;
                        /** Format: uuid */
                        id: string;
                        isActive: boolean;
                        isOwner: boolean;
                        lastName: string;
                        locationIds: string[];
                        nameTag?: string | null;
                        payrollNo: string | null;
                        pendingEmail: string | null;
                        personalNumber: string | null;
                        position: string | null;
                        /** @enum {string} */
                        role: "admin" | "manager" | "accountant" | "employee";
                        terms: {
                            /** @default false */
                            markedNightWork: boolean;
                            /** @default null */
                            overContractFrom: number | null;
                            /** @default false */
                            overtimeConsent: boolean;
                            pattern: number[];
                            /** @default false */
                            reducedNorm: boolean;
                            validFrom: string;
                            weekly: number;
                            /**
                             * @default fixed
                             * @enum {string}
                             */
                            workTime: "fixed" | "summed";
                        }[];
                        unreadMessages: number;
                    };
                };
            };
        };
    };
    updateEmployee: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read: the request is refused if somebody has changed it since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code?: string;
                    currentPassword?: string;
                    email?: (string) | null;
                    employedFrom?: string | null;
                    employedTo?: string | null;
                    firstName: string;
                    isActive?: boolean;
                    lastName: string;
                    locationIds?: string[];
                    password?: "" | string;
                    payrollNo?: string | null;
                    personalCode?: string | null;
                    personalNumber?: string | null;
                    position?: string | null;
                    /**
                     * @default employee
                     * @enum {string}
                     */
                    role?: "admin" | "manager" | "accountant" | "employee";
                    terms?: {
                        /** @default false */
                        markedNightWork?: boolean;
                        /** @default null */
                        overContractFrom?: number | null;
                        /** @default false */
                        overtimeConsent?: boolean;
                        pattern: number[];
                        /** @default false */
                        reducedNorm?: boolean;
                        validFrom: string;
                        weekly: number;
                        /**
                         * @default fixed
                         * @enum {string}
                         */
                        workTime?: "fixed" | "summed";
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        companyId: string;
                        /** Format: date-time */
                        createdAt: string;
                        email: string | null;
                        employedFrom: string | null;
                        employedTo: string | null;
                        firstName: string;
                        hasPersonalCode: boolean;
                        /** Format: uuid */
                        id: string;
                        isActive: boolean;
                        isOwner: boolean;
                        lastName: string;
                        locationIds: string[];
                        nameTag?: string | null;
                        payrollNo: string | null;
                        pendingEmail: string | null;
                        personalNumber: string | null;
                        position: string | null;
                        /** @enum {string} */
                        role: "admin" | "manager" | "accountant" | "employee";
                        terms: {
                            /** @default false */
                            markedNightWork: boolean;
                            /** @default null */
                            overContractFrom: number | null;
                            /** @default false */
                            overtimeConsent: boolean;
                            pattern: number[];
                            /** @default false */
                            reducedNorm: boolean;
                            validFrom: string;
                            weekly: number;
                            /**
                             * @default fixed
                             * @enum {string}
                             */
                            workTime: "fixed" | "summed";
                        }[];
                        unreadMessages: number;
                    };
                };
            };
        };
    };
    deleteEmployee: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read: the request is refused if somebody has changed it since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code?: string;
                    currentPassword?: string;
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    watchChanges: {
        parameters: {
            query?: {
                locationId?: string;
                page?: string;
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    listLedger: {
        parameters: {
            query?: {
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lines: string[];
                        nextAfter: number | null;
                    };
                };
            };
        };
    };
    getLedgerDigest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        at: string | null;
                        hash: string;
                        seq: number;
                    };
                };
            };
        };
    };
    listLocations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string | null;
                        asksWorkReport: boolean;
                        /** Format: uuid */
                        companyId: string;
                        /** Format: date-time */
                        createdAt: string;
                        description: string | null;
                        /** Format: uuid */
                        id: string;
                        isActive: boolean;
                        name: string;
                        qrCode: string;
                        requiresRotatingCode: boolean;
                    }[];
                };
            };
        };
    };
    createLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key within 24 hours, the request is not done again, but answered as before. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address?: string | null;
                    asksWorkReport?: boolean;
                    description?: string | null;
                    isActive?: boolean;
                    name: string;
                    requiresRotatingCode?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string | null;
                        asksWorkReport: boolean;
                        /** Format: uuid */
                        companyId: string;
                        /** Format: date-time */
                        createdAt: string;
                        description: string | null;
                        /** Format: uuid */
                        id: string;
                        isActive: boolean;
                        name: string;
                        qrCode: string;
                        requiresRotatingCode: boolean;
                    };
                };
            };
        };
    };
    getLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string | null;
                        asksWorkReport: boolean;
                        /** Format: uuid */
                        companyId: string;
                        /** Format: date-time */
                        createdAt: string;
                        description: string | null;
                        /** Format: uuid */
                        id: string;
                        isActive: boolean;
                        name: string;
                        qrCode: string;
                        requiresRotatingCode: boolean;
                    };
                };
            };
        };
    };
    updateLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read: the request is refused if somebody has changed it since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address?: string | null;
                    asksWorkReport?: boolean;
                    description?: string | null;
                    isActive?: boolean;
                    name: string;
                    requiresRotatingCode?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string | null;
                        asksWorkReport: boolean;
                        /** Format: uuid */
                        companyId: string;
                        /** Format: date-time */
                        createdAt: string;
                        description: string | null;
                        /** Format: uuid */
                        id: string;
                        isActive: boolean;
                        name: string;
                        qrCode: string;
                        requiresRotatingCode: boolean;
                    };
                };
            };
        };
    };
    deleteLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read: the request is refused if somebody has changed it since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMonth: {
        parameters: {
            query: {
                month: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        answer: {
                            /** @enum {string} */
                            answer: "confirmed" | "disputed";
                            /** Format: date-time */
                            at: string;
                            hours: number;
                            text: string | null;
                        } | null;
                        approval: {
                            actorIsNew: boolean;
                            /** Format: date-time */
                            at: string;
                            by: {
                                firstName: string;
                                /** Format: uuid */
                                id: string;
                                lastName: string;
                                nameTag?: string | null;
                            };
                        } | null;
                        /** Format: date-time */
                        endsAt: string;
                        entries: number;
                        hasEnded: boolean;
                        hours: number;
                        month: string;
                        ms: number;
                        openQuestions: {
                            estimates: number;
                            openEntries: number;
                            requests: number;
                        };
                        /** Format: date-time */
                        startsAt: string;
                        user: {
                            firstName: string;
                            /** Format: uuid */
                            id: string;
                            lastName: string;
                            nameTag?: string | null;
                        };
                    }[];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        email: string | null;
                        firstName: string;
                        /** Format: uuid */
                        id: string;
                        isActive: boolean;
                        lastName: string;
                        nameTag?: string | null;
                        /** @enum {string} */
                        role: "admin" | "manager" | "accountant" | "employee";
                    }[];
                };
            };
        };
    };
    getDailySummariesReport: {
        parameters: {
            query: {
                direction?: "ascending" | "descending";
                endDate: string;
                format?: "json" | "csv" | "xlsx";
                sort?: "date" | "location" | "totalHours" | "uniqueEmployees";
                startDate: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        companyId: string;
                        /** Format: date-time */
                        createdAt: string;
                        date: string;
                        /** Format: uuid */
                        id: string;
                        location: {
                            name: string;
                        };
                        /** Format: uuid */
                        locationId: string;
                        totalHours: number;
                        uniqueEmployees: number;
                    }[];
                };
            };
        };
    };
    getTimeEntriesReport: {
        parameters: {
            query: {
                cursor?: string;
                direction?: "ascending" | "descending";
                employeeId?: string;
                endDate: string;
                format?: "json" | "csv" | "xlsx";
                limit?: number;
                locationId?: string;
                select?: "begun" | "overlapping";
                sort?: "employee" | "location" | "checkIn" | "checkOut" | "status" | "hours";
                startDate: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approval: ("pending" | "approved" | "rejected") | null;
                        breakMs: number;
                        breaks: {
                            endedAt: string | null;
                            isPaid: boolean;
                            /** Format: date-time */
                            startedAt: string;
                        }[];
                        /** Format: date-time */
                        checkIn: string;
                        /** @enum {string} */
                        checkInSource: "qr" | "code" | "button" | "offline" | "admin" | "estimate" | "badge" | "pin" | "crew";
                        checkOut: string | null;
                        checkOutSource: ("qr" | "code" | "button" | "offline" | "admin" | "estimate" | "badge" | "pin" | "crew") | null;
                        countedMs: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        /** @enum {boolean} */
                        isAdditional?: true;
                        isCorrected: boolean;
                        isEstimated: boolean;
                        isGrowing: boolean;
                        location: {
                            name: string;
                        };
                        /** Format: uuid */
                        locationId: string;
                        needsAttention: boolean;
                        offlineCheckIn: {
                            clockAheadMs: number | null;
                            isUncertain: boolean;
                            /** Format: date-time */
                            receivedAt: string;
                        } | null;
                        offlineCheckOut: {
                            clockAheadMs: number | null;
                            isUncertain: boolean;
                            /** Format: date-time */
                            receivedAt: string;
                        } | null;
                        /** @enum {string} */
                        status: "working" | "completed";
                        totalHours: number | null;
                        user: {
                            firstName: string;
                            lastName: string;
                            nameTag?: string | null;
                        };
                        /** Format: uuid */
                        userId: string;
                        workedMs: number;
                        workReports: {
                            correctedAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            description: string;
                            generalNotes: string | null;
                            /** Format: uuid */
                            id: string;
                            quantity: number;
                            timeEntryId: string | null;
                            units: string;
                            /** Format: uuid */
                            userId: string;
                        }[];
                    }[];
                };
            };
        };
    };
    getSchedule: {
        parameters: {
            query: {
                endDate: string;
                locationId?: string;
                plan?: "draft" | "published";
                startDate: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changed: number;
                        coversMonth: boolean;
                        people: {
                            absences: {
                                code: string;
                                endDate: string;
                                startDate: string;
                            }[];
                            changedDates: string[];
                            coveredDates: string[];
                            days: {
                                date: string;
                                shifts: {
                                    breakMinutes: number;
                                    ends: string;
                                    kindId: string | null;
                                    locationId: string | null;
                                    note: string | null;
                                    starts: string;
                                }[];
                            }[];
                            isChanged: boolean;
                            normMs: number;
                            plannedMs: number;
                            user: {
                                firstName: string;
                                /** Format: uuid */
                                id: string;
                                lastName: string;
                                nameTag?: string | null;
                            };
                        }[];
                        version: number;
                        warnings: {
                            date: string;
                            /** @enum {string} */
                            kind: "daily-rest" | "weekly-rest" | "long-day" | "week" | "average-week" | "missing-break" | "overlaps-absence" | "not-employed" | "inactive-location" | "differs-from-pattern" | "differs-from-norm" | "notice";
                            limitMs: number;
                            ms: number;
                            /** Format: uuid */
                            userId: string;
                        }[];
                    };
                };
            };
        };
    };
    copySchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key within 24 hours, the request is not done again, but answered as before. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    endDate: string;
                    /** @default false */
                    skipHolidays?: boolean;
                    startDate: string;
                    toDate: string;
                    userIds?: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        after: {
                            date: string;
                            shifts: {
                                breakMinutes: number;
                                ends: string;
                                kindId: string | null;
                                locationId: string | null;
                                note: string | null;
                                starts: string;
                            }[];
                            /** Format: uuid */
                            userId: string;
                        }[];
                        before: {
                            date: string;
                            shifts: {
                                breakMinutes: number;
                                ends: string;
                                kindId: string | null;
                                locationId: string | null;
                                note: string | null;
                                starts: string;
                            }[];
                            /** Format: uuid */
                            userId: string;
                        }[];
                        version: number;
                    };
                };
            };
        };
    };
    setScheduleDays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    days: {
                        date: string;
                        shifts: {
                            breakMinutes: number;
                            ends: string;
                            kindId: string | null;
                            locationId: string | null;
                            note?: string | null;
                            starts: string;
                        }[];
                        /** Format: uuid */
                        userId: string;
                    }[];
                    ifVersion?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        after: {
                            date: string;
                            shifts: {
                                breakMinutes: number;
                                ends: string;
                                kindId: string | null;
                                locationId: string | null;
                                note: string | null;
                                starts: string;
                            }[];
                            /** Format: uuid */
                            userId: string;
                        }[];
                        before: {
                            date: string;
                            shifts: {
                                breakMinutes: number;
                                ends: string;
                                kindId: string | null;
                                locationId: string | null;
                                note: string | null;
                                starts: string;
                            }[];
                            /** Format: uuid */
                            userId: string;
                        }[];
                        version: number;
                    };
                };
            };
        };
    };
    fillSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key within 24 hours, the request is not done again, but answered as before. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    endDate: string;
                    /** @default {} */
                    firstDay?: {
                        [key: string]: number;
                    };
                    rotation: (string | null)[];
                    /** @default false */
                    skipHolidays?: boolean;
                    startDate: string;
                    userIds: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        after: {
                            date: string;
                            shifts: {
                                breakMinutes: number;
                                ends: string;
                                kindId: string | null;
                                locationId: string | null;
                                note: string | null;
                                starts: string;
                            }[];
                            /** Format: uuid */
                            userId: string;
                        }[];
                        before: {
                            date: string;
                            shifts: {
                                breakMinutes: number;
                                ends: string;
                                kindId: string | null;
                                locationId: string | null;
                                note: string | null;
                                starts: string;
                            }[];
                            /** Format: uuid */
                            userId: string;
                        }[];
                        version: number;
                    };
                };
            };
        };
    };
    publishSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key within 24 hours, the request is not done again, but answered as before. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    endDate: string;
                    reason?: string | null;
                    startDate: string;
                    userIds?: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        announced: number;
                        within: {
                            date: string;
                            /** Format: uuid */
                            userId: string;
                        }[];
                    };
                };
            };
        };
    };
    listShiftKinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        breakMinutes: number;
                        code: string;
                        ends: string;
                        /** Format: uuid */
                        id: string;
                        isActive: boolean;
                        locationId: string | null;
                        name: string;
                        starts: string;
                    }[];
                };
            };
        };
    };
    createShiftKind: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key within 24 hours, the request is not done again, but answered as before. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    breakMinutes: number;
                    code: string;
                    ends: string;
                    isActive?: boolean;
                    locationId: string | null;
                    name: string;
                    starts: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        breakMinutes: number;
                        code: string;
                        ends: string;
                        /** Format: uuid */
                        id: string;
                        isActive: boolean;
                        locationId: string | null;
                        name: string;
                        starts: string;
                    };
                };
            };
        };
    };
    updateShiftKind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    breakMinutes: number;
                    code: string;
                    ends: string;
                    isActive?: boolean;
                    locationId: string | null;
                    name: string;
                    starts: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        breakMinutes: number;
                        code: string;
                        ends: string;
                        /** Format: uuid */
                        id: string;
                        isActive: boolean;
                        locationId: string | null;
                        name: string;
                        starts: string;
                    };
                };
            };
        };
    };
    deleteShiftKind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createTimeEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key within 24 hours, the request is not done again, but answered as before. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    breaks?: {
                        endedAt: string | null;
                        isPaid: boolean;
                        /** Format: date-time */
                        startedAt: string;
                    }[];
                    /** Format: date-time */
                    checkIn: string;
                    /** Format: date-time */
                    checkOut: string;
                    isAdditional?: boolean;
                    /** Format: uuid */
                    locationId: string;
                    reason: string;
                    /** Format: uuid */
                    userId: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approval: ("pending" | "approved" | "rejected") | null;
                        /** Format: date-time */
                        checkIn: string;
                        /** @enum {string} */
                        checkInSource: "qr" | "code" | "button" | "offline" | "admin" | "estimate" | "badge" | "pin" | "crew";
                        checkOut: string | null;
                        checkOutSource: ("qr" | "code" | "button" | "offline" | "admin" | "estimate" | "badge" | "pin" | "crew") | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        /** @enum {boolean} */
                        isAdditional?: true;
                        isCorrected: boolean;
                        isEstimated: boolean;
                        location: {
                            name: string;
                        };
                        /** Format: uuid */
                        locationId: string;
                        needsAttention: boolean;
                        /** @enum {string} */
                        status: "working" | "completed";
                        totalHours: number | null;
                        user: {
                            firstName: string;
                            lastName: string;
                            nameTag?: string | null;
                        };
                        /** Format: uuid */
                        userId: string;
                        workReportCount: number;
                        workReports: {
                            correctedAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            description: string;
                            generalNotes: string | null;
                            /** Format: uuid */
                            id: string;
                            quantity: number;
                            timeEntryId: string | null;
                            units: string;
                            /** Format: uuid */
                            userId: string;
                        }[];
                    };
                };
            };
        };
    };
    getTimeEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approval: ("pending" | "approved" | "rejected") | null;
                        /** Format: date-time */
                        checkIn: string;
                        /** @enum {string} */
                        checkInSource: "qr" | "code" | "button" | "offline" | "admin" | "estimate" | "badge" | "pin" | "crew";
                        checkOut: string | null;
                        checkOutSource: ("qr" | "code" | "button" | "offline" | "admin" | "estimate" | "badge" | "pin" | "crew") | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        /** @enum {boolean} */
                        isAdditional?: true;
                        isCorrected: boolean;
                        isEstimated: boolean;
                        location: {
                            name: string;
                        };
                        /** Format: uuid */
                        locationId: string;
                        needsAttention: boolean;
                        /** @enum {string} */
                        status: "working" | "completed";
                        totalHours: number | null;
                        user: {
                            firstName: string;
                            lastName: string;
                            nameTag?: string | null;
                        };
                        /** Format: uuid */
                        userId: string;
                        workReportCount: number;
                        workReports: {
                            correctedAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            description: string;
                            generalNotes: string | null;
                            /** Format: uuid */
                            id: string;
                            quantity: number;
                            timeEntryId: string | null;
                            units: string;
                            /** Format: uuid */
                            userId: string;
                        }[];
                    };
                };
            };
        };
    };
    updateTimeEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read: the request is refused if somebody has changed it since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    breaks?: {
                        endedAt: string | null;
                        isPaid: boolean;
                        /** Format: date-time */
                        startedAt: string;
                    }[];
                    /** Format: date-time */
                    checkIn: string;
                    checkOut: string | null;
                    isAdditional?: boolean;
                    /** Format: uuid */
                    locationId: string;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approval: ("pending" | "approved" | "rejected") | null;
                        /** Format: date-time */
                        checkIn: string;
                        /** @enum {string} */
                        checkInSource: "qr" | "code" | "button" | "offline" | "admin" | "estimate" | "badge" | "pin" | "crew";
                        checkOut: string | null;
                        checkOutSource: ("qr" | "code" | "button" | "offline" | "admin" | "estimate" | "badge" | "pin" | "crew") | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: uuid */
                        id: string;
                        /** @enum {boolean} */
                        isAdditional?: true;
                        isCorrected: boolean;
                        isEstimated: boolean;
                        location: {
                            name: string;
                        };
                        /** Format: uuid */
                        locationId: string;
                        needsAttention: boolean;
                        /** @enum {string} */
                        status: "working" | "completed";
                        totalHours: number | null;
                        user: {
                            firstName: string;
                            lastName: string;
                            nameTag?: string | null;
                        };
                        /** Format: uuid */
                        userId: string;
                        workReportCount: number;
                        workReports: {
                            correctedAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            description: string;
                            generalNotes: string | null;
                            /** Format: uuid */
                            id: string;
                            quantity: number;
                            timeEntryId: string | null;
                            units: string;
                            /** Format: uuid */
                            userId: string;
                        }[];
                    };
                };
            };
        };
    };
    deleteTimeEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read: the request is refused if somebody has changed it since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
