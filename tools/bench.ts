// Every benchmark of this repository; each prints its figures beside its limits and fails when an aim is missed.
import './bench-api.ts';
