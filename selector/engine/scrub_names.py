"""What a name says about the value beside it: a field name or key in, the kind of private value it holds out."""

import re
from enum import StrEnum
from functools import lru_cache


class Kind(StrEnum):
    """Kinds of private values. A removed value is shown as `<kind>`."""

    EMAIL = "email"
    PHONE = "phone"
    RESIDENT_NUMBER = "resident_number"
    FOREIGNER_NUMBER = "foreigner_number"
    SOCIAL_SECURITY_NUMBER = "social_security_number"
    BUSINESS_NUMBER = "business_number"
    PASSPORT = "passport"
    DRIVER_LICENCE = "driver_licence"
    CARD = "card"
    BANK_ACCOUNT = "bank_account"
    IBAN = "iban"
    IP_ADDRESS = "ip_address"
    MAC_ADDRESS = "mac_address"
    NAME = "name"
    ADDRESS = "address"
    BIRTH_DATE = "birth_date"
    USER_ID = "user_id"
    VEHICLE_NUMBER = "vehicle_number"
    COOKIE = "cookie"
    AUTHORIZATION = "authorization"
    JWT = "jwt"
    AWS_KEY = "aws_key"
    GITHUB_KEY = "github_key"
    OPENAI_KEY = "openai_key"
    SLACK_KEY = "slack_key"
    STRIPE_KEY = "stripe_key"
    GOOGLE_KEY = "google_key"
    API_KEY = "api_key"
    PRIVATE_KEY = "private_key"
    PASSWORD = "password"
    TOKEN = "token"
    SECRET = "secret"
    URL_CREDENTIALS = "url_credentials"
    HIGH_ENTROPY = "high_entropy"
    UNREADABLE = "unreadable"


# The last words of a name, joined, decide; the longest entry that fits wins. English by words, Korean by ending.
ENGLISH_ENDINGS = {
    Kind.PASSWORD: "password passwd passwords pwd pw passphrase passcode passwordhash pin pincode pinnumber otp otpcode "
    "cvc cvv cvc2 cvv2 cardverificationvalue securitycode verificationcode userpass dbpass",
    Kind.TOKEN: "token accesstoken refreshtoken authtoken idtoken bearertoken csrftoken xsrftoken jwt sessionid "
    "sessionkey jsessionid phpsessid sessid sid bearer csrf xsrf sessiontoken",
    Kind.SECRET: "secret clientsecret appsecret apisecret secretvalue secretaccesskey sharedsecret credential "
    "credentials creds",
    Kind.API_KEY: "apikey appkey accesskey secretkey authkey signingkey encryptionkey servicekey masterkey licensekey "
    "licencekey accountkey subscriptionkey accesskeyid apikeyid xamzcredential restapikey webhookurl",
    Kind.PRIVATE_KEY: "privatekey sshkey",
    Kind.COOKIE: "cookie cookies setcookie",
    Kind.AUTHORIZATION: "authorization proxyauthorization authorizationheader authheader",
    Kind.RESIDENT_NUMBER: "rrn residentnumber residentregistrationnumber residentno jumin juminno juminnumber "
    "residentregistrationno residentid",
    Kind.FOREIGNER_NUMBER: "foreignernumber foreignerregistrationnumber alienregistrationnumber",
    Kind.SOCIAL_SECURITY_NUMBER: "ssn socialsecuritynumber socialsecurityno nationalid nationalidnumber taxid",
    Kind.BUSINESS_NUMBER: "businessnumber businessregistrationnumber businessregistrationno bizno businessno brn",
    Kind.PASSPORT: "passport passportnumber passportno",
    Kind.DRIVER_LICENCE: "driverlicence driverlicense driverslicense driverslicence driverlicensenumber "
    "driverslicensenumber driverslicencenumber driverlicencenumber driverlicenseno",
    Kind.CARD: "cardnumber cardno creditcard creditcardnumber cardnum pan debitcard ccnumber",
    Kind.BANK_ACCOUNT: "accountnumber accountno bankaccount bankaccountnumber bankaccountno acctno",
    Kind.IBAN: "iban ibannumber",
    Kind.IP_ADDRESS: "ip ipaddress ipaddr clientip remoteip remoteaddr sourceip xforwardedfor xrealip",
    Kind.EMAIL: "email emailaddress mail mailaddress useremail",
    Kind.PHONE: "phone phonenumber phoneno mobile mobilephone mobilenumber mobileno cellphone tel telno telephone "
    "fax faxnumber contactnumber telephonenumber homephone msisdn",
    Kind.NAME: "fullname firstname lastname givenname familyname surname middlename realname membername customername "
    "receivername recipientname holdername cardholder cardholdername accountholder orderername "
    "buyername contactname personname employeename patientname shippername sendername",
    Kind.ADDRESS: "address homeaddress streetaddress shippingaddress deliveryaddress billingaddress addressdetail "
    "addressline address1 address2 addressline1 addressline2 street postaladdress roadaddress jibunaddress zipcode "
    "postcode postalcode entrancememo",
    Kind.BIRTH_DATE: "birthdate dateofbirth birthday dob birthymd",
    Kind.USER_ID: "userid username loginid memberid memberno membernumber customerid customerno uid "
    "loginname useridentifier userno",
}  # fmt: skip
KOREAN_ENDINGS = {
    Kind.PASSWORD: "비밀번호 비번 패스워드 암호 인증번호 보안코드 핀번호 패스코드 암호문구 cvc번호",
    Kind.TOKEN: "토큰 세션아이디 세션id 세션키",
    Kind.SECRET: "시크릿 비밀값 비밀키 시크릿키 시크릿값 자격증명",
    Kind.API_KEY: "api키 인증키 접근키 액세스키 서비스키 앱키 암호화키 에이피아이키",
    Kind.COOKIE: "쿠키",
    Kind.RESIDENT_NUMBER: "주민번호 주민등록번호",
    Kind.FOREIGNER_NUMBER: "외국인등록번호 외국인번호",
    Kind.BUSINESS_NUMBER: "사업자번호 사업자등록번호",
    Kind.PASSPORT: "여권번호 여권",
    Kind.DRIVER_LICENCE: "운전면허번호 면허번호 운전면허",
    Kind.CARD: "카드번호",
    Kind.BANK_ACCOUNT: "계좌번호 계좌",
    Kind.VEHICLE_NUMBER: "차량번호 차번호 자동차번호",
    Kind.EMAIL: "이메일 메일주소 이메일주소 전자우편",
    Kind.PHONE: "전화번호 연락처 휴대폰 휴대폰번호 핸드폰 핸드폰번호 휴대전화 휴대전화번호 전화 팩스 팩스번호",
    Kind.NAME: "이름 성명 성함 고객명 회원명 수령인 받는사람 받는분 수취인 예금주 주문자 주문자명 수령자 담당자 담당자명 수신인 "
    "보내는사람 신청인 보호자명",
    Kind.ADDRESS: "주소 상세주소 자택 거주지 우편번호 도로명주소 지번주소 배송주소 주소지",
    Kind.BIRTH_DATE: "생년월일 생일",
    Kind.USER_ID: "회원번호 고객번호 회원아이디 사용자아이디 로그인아이디 유저아이디 회원id 사용자id",
}
# Words that hang behind such a name without changing what it holds ("new_password_confirm", "tokenValue").
TRAILING = {"value", "text", "raw", "plain", "confirm", "confirmation", "current", "string", "header", "encrypted"}
# A token with one of these words counts or points into a list; it opens nothing.
COUNTING = {
    "max", "min", "total", "num", "number", "prompt", "completion", "input", "output", "cached", "used", "remaining",
    "per", "count", "next", "page", "continuation", "previous", "prev", "sync", "reserved", "context",
}  # fmt: skip
ID_ENDINGS = ("id", "ids", "no", "digest", "sha", "sha1", "sha256", "md5", "hash", "checksum", "fingerprint", "etag",
              "uuid", "commit", "revision", "version", "number", "ref", "key", "name", "tag")  # fmt: skip

# A name or address of one of these things is nobody's.
THINGS = (
    "상품", "제품", "도구", "파일", "쿠폰", "시크릿", "분류", "매장", "브랜드", "서비스", "필드", "함수", "컬렉션", "테이블", "태그",
    "변수", "스키마", "api", "모듈", "창고", "택배사", "소스", "버킷", "이미지", "url", "웹", "서버", "페이지", "콜백",
)  # fmt: skip

WORDS = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[가-힣]+")
# Short words that mean it only when they stand alone ("spin", "japan" are words of their own; "batch_pin" is no PIN).
EXACT_ONLY = {"pin", "pan", "sid", "uid", "tel", "street", "brn", "bearer", "csrf", "mobile"}
MAX_NAME_CHARS = 96  # chosen: no field name in real documents is longer; a longer key is text


def _by_ending(table: dict[Kind, str]) -> dict[str, Kind]:
    return {ending: kind for kind, endings in table.items() for ending in endings.split()}


ENGLISH = _by_ending(ENGLISH_ENDINGS)
KOREAN = sorted(_by_ending(KOREAN_ENDINGS).items(), key=lambda pair: (-len(pair[0]), pair[0]))


LABEL_TAILS = {
    ending[start:]
    for ending in (*ENGLISH, *(ending for ending, _ in KOREAN), *TRAILING, "name", "contact", "recipient", "customer")
    for start in range(len(ending))
} | {"receiver", "attn"}
LAST_WORD = re.compile("(?:[A-Z]+|[A-Z]?[a-z]+|[0-9]+|[가-힣]+)$")


def may_end_label(name: str) -> bool:
    """Whether a label can end in this name at all: the quick look before the words in front of it are read too."""
    last = LAST_WORD.search(name[-24:])
    return last is not None and (
        last.group().lower() in LABEL_TAILS or not last.group()[0].isascii() or last.group().isdigit()
    )


@lru_cache(maxsize=4096)
def sensitive_kind(name: str) -> Kind | None:
    """The kind of value that a field of this name holds, or None where the name promises nothing private.

    `sensitive_kind("newPasswordConfirm")` is `Kind.PASSWORD`; `token_budget`, `total_tokens` and `secretName` give None.
    """
    if not name or len(name) > MAX_NAME_CHARS:
        return None
    compact = "".join(name.split()).lower()
    for ending, kind in KOREAN:
        if compact.endswith(ending):
            return None if is_about_thing(compact) and kind in (Kind.NAME, Kind.ADDRESS) else kind
    words = [word.lower() for word in WORDS.findall(name)]
    while len(words) > 1 and (words[-1] in TRAILING or words[-1].isdigit()) and "".join(words[-2:]) not in ENGLISH:
        words.pop()
    return _english_kind(words)


def is_about_thing(label: str) -> bool:
    """Whether the label names a thing first: `상품 이름` does, `받는 사람` does not."""
    return "".join(label.split()).lower().startswith(THINGS)


def _english_kind(words: list[str]) -> Kind | None:
    for start in range(max(0, len(words) - 4), len(words)):
        ending = "".join(words[start:])
        kind = ENGLISH.get(ending)
        is_counter = kind is Kind.TOKEN and not COUNTING.isdisjoint(words)
        if kind and not is_counter and not (ending in EXACT_ONLY and start > 0):
            return kind
    return None


@lru_cache(maxsize=4096)
def is_id_name(name: str) -> bool:
    """Whether a field of this name holds an id, a number of a thing or a digest, which stay readable."""
    words = [word.lower() for word in WORDS.findall(name)]
    return bool(words) and (words[-1] in ID_ENDINGS or "".join(words[-2:]) in ID_ENDINGS or "번호" in name)
