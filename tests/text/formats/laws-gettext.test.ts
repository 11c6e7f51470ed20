import { testLaws } from "./laws-tests";

testLaws("gettext");
