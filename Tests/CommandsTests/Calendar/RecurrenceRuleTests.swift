import Testing

@testable import Commands

@Suite("Recurrences as iCalendar rules")
struct RecurrenceRuleTests {
  @Test(
    "A recurrence that iCalendar can express becomes a rule",
    arguments: [
      ("every day", "FREQ=DAILY"), ("every 3 days", "FREQ=DAILY;INTERVAL=3"),
      ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("Every Week", "FREQ=WEEKLY"),
      ("every 2 weeks on Mon, Thu", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
      ("every week on Monday and Friday", "FREQ=WEEKLY;BYDAY=MO,FR"),
      ("every other month", "FREQ=MONTHLY;INTERVAL=2"), ("every tuesday", "FREQ=WEEKLY;BYDAY=TU"),
      ("every month on the 15th", "FREQ=MONTHLY;BYMONTHDAY=15"),
      ("every month on the last", "FREQ=MONTHLY;BYMONTHDAY=-1"),
      ("every month on the last Friday", "FREQ=MONTHLY;BYDAY=-1FR"),
      ("every 6 months on the 1st Wed", "FREQ=MONTHLY;INTERVAL=6;BYDAY=1WE"),
      ("every year", "FREQ=YEARLY"),
    ])
  func said(written: String, rule: String) {
    #expect(RecurrenceRule(written)?.text == rule)
  }

  @Test(
    "Any other recurrence gives no rule, and nothing is guessed",
    arguments: [
      "", "every", "day", "every week when done", "every moon", "every 0 days", "every -1 days",
      "every week on", "every week on Mon, Blue", "every month on the 32nd", "every day on Mon",
      "every month on the 0", "every year on Mon", "every 99999999999999999999 days",
      "every day; DTSTART:1", "every week on Mon\r\nX:1", "every 2 weekdays",
    ])
  func notSaid(written: String) {
    #expect(RecurrenceRule(written) == nil)
  }
}
