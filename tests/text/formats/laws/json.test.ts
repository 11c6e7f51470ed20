import { testLaws } from "./tests";

testLaws("json");
