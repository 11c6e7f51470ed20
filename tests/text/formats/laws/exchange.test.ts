import { testLaws } from "./tests";

testLaws("exchange");
