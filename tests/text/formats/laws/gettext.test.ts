import { testLaws } from "./tests";

testLaws("gettext");
